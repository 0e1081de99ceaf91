import { useMutation } from '@tanstack/react-query';
import { IMAGE_MAX_BYTES } from '#contract/images/schema.ts';
import { statusOf } from '../../../api-problem.ts';
import { callAsUser } from '../../../user-calls.ts';

interface Options {
  /** The picture fills a window. */
  isWide?: boolean;
  onUploaded: (url: string) => void;
  onSessionEnded: () => void;
}

/** Uploads a picture to the image host. */
export function useImageUpload({ isWide = false, onUploaded, onSessionEnded }: Options) {
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > IMAGE_MAX_BYTES) throw new Error('A picture is 5 MB at most.');
      const form = new FormData();
      form.append('image', file);
      return callAsUser('uploadImage', { body: form, query: isWide ? { wide: '1' } : {} });
    },
    onSuccess: ({ data }) => onUploaded(data.url),
    onError: (problem) => {
      if (statusOf(problem) === 401) onSessionEnded();
    },
  });
}
