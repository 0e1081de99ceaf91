import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IMAGE_TYPES } from '../../../ui/image-types.ts';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import { useImageUpload } from './upload-image.ts';

interface Props {
  images: string[];
  error: string | undefined;
  onChange: (images: string[]) => void;
  onSessionEnded: () => void;
}

/** The pictures of a product besides its first, in the order in which its page shows them. */
export function MorePicturesField({ images, error, onChange, onSessionEnded }: Props) {
  const upload = useImageUpload({ onUploaded: (url) => onChange([...images, url]), onSessionEnded });
  /** The focus goes here from a removed picture. */
  const input = useRef<HTMLInputElement>(null);
  const swap = (n: number, m: number) => {
    const moved = [...images];
    [moved[n], moved[m]] = [moved[m]!, moved[n]!];
    onChange(moved);
  };
  return (
    <div className="grid gap-3">
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-3" aria-label="More pictures">
          {images.map((image, n) => (
            <li key={image} className="w-32">
              <div className="stage rounded-field border border-base-300">
                <ProductPicture image={image} alt={`Picture ${n + 2}`} sizes="128px" />
              </div>
              <div className="mt-1 flex justify-between">
                <Button
                  kind="ghost"
                  small
                  className="btn-square"
                  aria-label={`Show picture ${n + 2} earlier`}
                  aria-disabled={n === 0}
                  onClick={() => n > 0 && swap(n, n - 1)}
                >
                  ←
                </Button>
                <Button
                  kind="ghost"
                  small
                  aria-label={`Remove picture ${n + 2}`}
                  onClick={() => {
                    onChange(images.filter((other) => other !== image));
                    input.current?.focus();
                  }}
                >
                  Remove
                </Button>
                <Button
                  kind="ghost"
                  small
                  className="btn-square"
                  aria-label={`Show picture ${n + 2} later`}
                  aria-disabled={n === images.length - 1}
                  onClick={() => n < images.length - 1 && swap(n, n + 1)}
                >
                  →
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Field
        label="Add a picture"
        error={upload.error?.message ?? error}
        hint={upload.isPending ? 'Uploading…' : 'Other sides, connectors, the package'}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            name="moreImages"
            type="file"
            accept={IMAGE_TYPES}
            className="file-input max-w-sm"
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file) upload.mutate(file);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        )}
      </Field>
    </div>
  );
}
