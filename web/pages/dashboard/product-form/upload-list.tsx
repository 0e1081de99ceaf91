import { Button } from '../../../ui/button.tsx';
import type { OpenUpload } from './upload-file.ts';

interface Props {
  uploads: OpenUpload[];
  /** Ends an upload, or takes a failed one from the list. */
  onEnd: (id: number) => void;
}

/** The uploads that go on, with how far they are, and those that have failed. */
export function UploadList({ uploads, onEnd }: Props) {
  const going = uploads.filter(({ problem }) => problem === undefined).length;
  return (
    <>
      <p role="status" className="sr-only">
        {going > 0 && (going === 1 ? 'Uploading 1 file' : `Uploading ${going} files`)}
      </p>
      {uploads.length > 0 && (
        <ul className="grid gap-2" aria-label="Uploads">
          {uploads.map(({ id, name, fraction, problem }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
              {problem === undefined ? (
                <progress
                  className="progress w-32"
                  max={1}
                  value={fraction}
                  aria-label={`Upload of ${name}`}
                />
              ) : (
                <span role="alert" className="text-error">
                  {problem}
                </span>
              )}
              <Button kind="ghost" small onClick={() => onEnd(id)}>
                {problem === undefined ? 'Cancel' : 'Dismiss'}
                <span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
