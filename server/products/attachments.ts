import type { Attachment, AttachmentInput } from '#contract/files/schema.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import { invalidInput } from '../ground/handling/problem.ts';
import type { FileStore } from '../ground/storage/store.ts';

/** Returns attachments with the bytes of their files. Throws 400, at their places, for files that were not uploaded. */
export async function findAttachments(
  files: FileStore,
  named: readonly AttachmentInput[] | undefined,
): Promise<Attachment[] | undefined> {
  if (named === undefined) return undefined;
  const sizes = await Promise.all(named.map(({ url }) => files.size(url.slice('/files/'.length))));
  const errors = named.flatMap(({ url }, place) =>
    sizes[place] === undefined ? [fieldError(`attachments.${place}.url`, 'no_such_file', { url })] : [],
  );
  if (errors.length > 0) throw invalidInput(errors);
  return named.map((one, place) => ({ ...one, bytes: sizes[place]! }));
}
