import type { Ref } from 'react';
import { Field } from '../../../ui/field.tsx';
import { IMAGE_TYPES } from '../../../ui/image-types.ts';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import { useImageUpload } from './upload-image.ts';

interface Props {
  /** The picture's address, or '' when there is none yet. */
  image: string;
  inputRef: Ref<HTMLInputElement>;
  error: string | undefined;
  onUploaded: (url: string) => void;
  onSessionEnded: () => void;
}

/** Uploads a product's first picture as soon as it is chosen, and shows it. */
export function ImageField({ image, inputRef, error, onUploaded, onSessionEnded }: Props) {
  const upload = useImageUpload({ onUploaded, onSessionEnded });
  return (
    <Field
      label="Image"
      error={upload.error?.message ?? error}
      hint={upload.isPending ? 'Uploading…' : 'JPEG, PNG, WebP or AVIF, 5 MB at most'}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-4">
          {image && (
            <div className="stage w-32 rounded-field border border-base-300">
              <ProductPicture image={image} alt="The chosen picture" sizes="128px" />
            </div>
          )}
          <input
            {...control}
            ref={inputRef}
            name="image"
            type="file"
            accept={IMAGE_TYPES}
            className="file-input max-w-sm flex-1"
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file) upload.mutate(file);
            }}
          />
        </div>
      )}
    </Field>
  );
}
