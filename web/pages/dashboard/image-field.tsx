import { useMutation } from '@tanstack/react-query';
import type { RefCallback } from 'react';
import { IMAGE_MAX_BYTES } from '#contract/images.ts';
import { statusOf } from '../../api-problem.ts';
import { Field } from '../../ui/field.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { callAsUser } from '../../user-calls.ts';

interface Props {
  /** The picture's address, or '' when there is none yet. */
  image: string;
  /** Gets the input, so that the form can move the focus to it. */
  inputRef: RefCallback<HTMLInputElement>;
  error: string | undefined;
  onUploaded: (url: string) => void;
  onSessionEnded: () => void;
  className: string;
}

/** Uploads a picture to the image host as soon as it is chosen, and shows it. */
export function ImageField({ image, inputRef, error, onUploaded, onSessionEnded, className }: Props) {
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > IMAGE_MAX_BYTES) throw new Error('A picture is 5 MB at most.');
      const form = new FormData();
      form.append('image', file);
      return callAsUser('uploadImage', { body: form });
    },
    onSuccess: ({ data }) => onUploaded(data.url),
    onError: (problem) => {
      if (statusOf(problem) === 401) onSessionEnded();
    },
  });

  return (
    <Field
      label="Image"
      error={upload.error?.message ?? error}
      hint={upload.isPending ? 'Uploading…' : 'JPEG, PNG, WebP or AVIF, 5 MB at most'}
      className={className}
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
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
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
