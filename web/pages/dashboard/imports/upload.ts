/** Sends files to be imported. The last one is kept in memory, so that it can be sent again with other columns. */
import type { Import, ImportOptions } from '#contract/imports/schema.ts';
import { callAsUser } from '../../../user-calls.ts';

/** What is said of a file. */
export type Choices = Omit<ImportOptions, 'remembered'>;

let last: { id: string; file: File } | undefined;

/** Returns the file of an import, if it was chosen in this tab since the page was loaded. */
export function fileOf(id: string): File | undefined {
  return last?.id === id ? last.file : undefined;
}

/** Sends a file. What is not said is taken from the last import with the same headers. */
export async function sendFile(file: File, choices: Choices = {}): Promise<Import> {
  const body = new FormData();
  for (const [name, value] of Object.entries(choices))
    if (value !== undefined) body.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  body.set('remembered', 'true');
  body.set('file', file);
  const sent = await callAsUser('addImport', { body });
  last = { id: sent._id, file };
  return sent;
}
