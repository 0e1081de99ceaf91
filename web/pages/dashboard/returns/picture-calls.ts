import { queryOptions } from '@tanstack/react-query';
import { isOutage } from '../../../api-problem.ts';
import { randomId } from '../../../random-id.ts';
import { callAsUser, callForFileAsUser } from '../../../user-calls.ts';

/** A picture of a return by its number, as the address of an image: a link cannot carry the accessToken. */
export const returnPicture = (returnId: string, nth: number) =>
  queryOptions({
    queryKey: ['return picture', returnId, nth],
    queryFn: async ({ signal }) => {
      const params = { id: returnId, nth: String(nth) };
      return dataUrlOf(await callForFileAsUser('getReturnPicture', { params }, { signal }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The content policy of pages lets no `blob:` address show a picture. */
function dataUrlOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}

/**
 * The Idempotency-Keys of pictures whose upload has had no answer: it is unknown whether the return has them. The same file, chosen
 * again, is sent with the same key.
 */
const unanswered = new Map<string, string>();

/** Sends pictures of a return, one at a time; returns why those that were refused were. */
export async function sendPictures(returnId: string, files: readonly File[]): Promise<string[]> {
  const problems: string[] = [];
  for (const file of files) {
    const body = new FormData();
    body.set('image', file);
    const upload = JSON.stringify([returnId, file.name, file.size, file.lastModified]);
    const idempotencyKey = unanswered.get(upload) ?? randomId();
    unanswered.set(upload, idempotencyKey);
    try {
      await callAsUser('addReturnPicture', { params: { id: returnId }, body }, { idempotencyKey });
      unanswered.delete(upload);
    } catch (error) {
      if (!isOutage(error)) unanswered.delete(upload);
      problems.push(`${file.name}: ${(error as Error).message}`);
    }
  }
  return problems;
}
