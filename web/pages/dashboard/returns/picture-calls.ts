import { queryOptions } from '@tanstack/react-query';
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

/** Sends pictures of a return, one at a time; returns why those that were refused were. */
export async function sendPictures(returnId: string, files: readonly File[]): Promise<string[]> {
  const problems: string[] = [];
  for (const file of files) {
    const body = new FormData();
    body.set('image', file);
    try {
      const options = { idempotencyKey: randomId() };
      await callAsUser('addReturnPicture', { params: { id: returnId }, body }, options);
    } catch (error) {
      problems.push(`${file.name}: ${(error as Error).message}`);
    }
  }
  return problems;
}
