/** Sends files to be imported. The last one is kept in memory, so that it can be sent again with other columns. */
import type { Import, ImportMapping } from '#contract/imports.ts';
import { callAsUser } from '../../../user-calls.ts';

export interface Choices {
  mapping?: ImportMapping;
  decimal?: '.' | ',';
}

let last: { id: string; file: File } | undefined;

/** Returns the file of an import, if it was chosen in this tab since the page was loaded. */
export function fileOf(id: string): File | undefined {
  return last?.id === id ? last.file : undefined;
}

/** Sends a file. Without choices those of the last import with the same headers count. */
export async function sendFile(file: File, { mapping, decimal }: Choices = {}): Promise<Import> {
  const body = new FormData();
  if (mapping) body.set('mapping', JSON.stringify(mapping));
  else body.set('remembered', 'true');
  if (decimal) body.set('decimal', decimal);
  body.set('file', file);
  const sent = await callAsUser('addImport', { body });
  last = { id: sent._id, file };
  return sent;
}
