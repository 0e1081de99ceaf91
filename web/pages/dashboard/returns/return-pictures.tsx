import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_RETURN_PICTURES } from '#contract/purchases/limits.ts';
import type { Return } from '#contract/returns/schema.ts';
import { isReturnOpen } from '#contract/returns/states.ts';
import { changed } from '../../../changed.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IMAGE_TYPES } from '../../../ui/image-types.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { returnPicture, sendPictures } from './picture-calls.ts';

/** What is to be seen of the pieces of a return. While it is open, more can be added. */
export function ReturnPictures({ one, mayAdd }: { one: Return; mayAdd: boolean }) {
  const { _id: id, pictures, state } = one;
  return (
    <>
      {pictures > 0 && (
        <ul className="mt-2 flex flex-wrap gap-3" aria-label="Pictures of the return">
          {Array.from({ length: pictures }, (_, n) => n + 1).map((nth) => (
            <li key={nth}>
              <Picture returnId={id} nth={nth} />
            </li>
          ))}
        </ul>
      )}
      {mayAdd && isReturnOpen(state) && pictures < MOST_RETURN_PICTURES && <AddPicture returnId={id} />}
    </>
  );
}

function Picture({ returnId, nth }: { returnId: string; nth: number }) {
  const { data, isError, refetch } = useQuery(returnPicture(returnId, nth));
  const [isLarge, setLarge] = useState(false);
  if (isError)
    return (
      <Button small onClick={() => refetch()}>
        Load picture {nth} again
      </Button>
    );
  return (
    <>
      <button
        type="button"
        className="block h-24 w-24 overflow-hidden rounded-field border border-base-300"
        aria-label={`Show picture ${nth} large`}
        onClick={() => setLarge(true)}
      >
        {data && <img src={data} alt="" className="h-full w-full object-cover" />}
      </button>
      {isLarge && data && <Large nth={nth} src={data} onClose={() => setLarge(false)} />}
    </>
  );
}

function Large({ nth, src, onClose }: { nth: number; src: string; onClose: () => void }) {
  const dialog = useModal();
  return (
    <dialog ref={dialog} className="panel panel-wide" aria-label={`Picture ${nth}`} onClose={onClose}>
      <img src={src} alt={`What the buyer shows, ${nth}`} className="mx-auto max-h-[70dvh]" />
      <p className="mt-4 text-end">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </p>
    </dialog>
  );
}

function AddPicture({ returnId }: { returnId: string }) {
  const client = useQueryClient();
  const { mutate, data, isPending } = useMutation({
    mutationFn: (file: File) => sendPictures(returnId, [file]),
    onSettled: () => changed(client, 'purchase'),
  });
  return (
    <Field
      label="Add a picture"
      className="mt-2 max-w-sm text-sm"
      error={data?.[0]}
      hint={
        isPending ? 'Sending…' : 'JPEG, PNG, WebP or AVIF, 5 MB at most. Seen by the buyer and the shop only.'
      }
    >
      {(control) => (
        <input
          {...control}
          type="file"
          accept={IMAGE_TYPES}
          className="file-input"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file && !isPending) mutate(file);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      )}
    </Field>
  );
}

interface ChoiceProps {
  /** Who but the shop sees them. */
  seenBy: 'you' | 'the buyer';
  files: File[];
  onChange: (files: File[]) => void;
}

/** Chooses the pictures of a return that is not asked for yet: they stay in the browser until it is. */
export function PictureChoice({ seenBy, files, onChange }: ChoiceProps) {
  const [isTooMany, setTooMany] = useState(false);
  return (
    <div className="grid gap-2">
      <Field
        label={`Pictures (optional, ${MOST_RETURN_PICTURES} at most)`}
        error={isTooMany ? `Only the first ${MOST_RETURN_PICTURES} are sent` : undefined}
        hint={`JPEG, PNG, WebP or AVIF, 5 MB at most. Seen by ${seenBy} and the shop only.`}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            accept={IMAGE_TYPES}
            className="file-input max-w-sm"
            onChange={({ target }) => {
              const all = [...files, ...(target.files ?? [])];
              setTooMany(all.length > MOST_RETURN_PICTURES);
              onChange(all.slice(0, MOST_RETURN_PICTURES));
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        )}
      </Field>
      {files.length > 0 && (
        <ul className="grid gap-1 text-sm" aria-label="Chosen pictures">
          {files.map((file, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <li key={n} className="flex items-center gap-3">
              <bdi className="truncate">{file.name}</bdi>
              <Button
                kind="ghost"
                small
                aria-label={`Remove ${file.name}`}
                onClick={() => {
                  setTooMany(false);
                  onChange(files.filter((other) => other !== file));
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
