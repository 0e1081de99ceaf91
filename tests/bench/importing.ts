import { parse } from 'csv-parse/sync';
import type { Import } from '#contract/imports.ts';
import { createTestClient } from '../test-client.ts';

/** Milliseconds of an import's steps, and what shoppers waited for the same before and meanwhile. */
export interface ImportTimes<Shopping> {
  rows: number;
  preview: number;
  apply: number;
  undo: number;
  alone: Shopping;
  meanwhile: Shopping;
}

/** Milliseconds that shoppers are measured before. */
const ALONE = 5_000;
/** Milliseconds between two looks at an import. */
const LOOK_AGAIN = 50;

/**
 * Imports so many rows of the shop's own export with other prices, and undoes that.
 * @param shop does what shoppers do until it is over
 */
export async function timeImport<Shopping>(
  origin: string,
  rows: number,
  shop: (isOver: () => boolean) => Promise<Shopping>,
): Promise<ImportTimes<Shopping>> {
  const { token } = await createTestClient(origin).signInAdmin();
  const headers = { authorization: `Bearer ${token}` };
  const file = await changedRows(origin, headers, rows);
  const form = new FormData();
  form.set('file', new Blob([file.text]), 'prices.csv');

  const send = async (path: string, body?: FormData): Promise<Import> => {
    const method = path.split('/').length === 3 ? 'GET' : 'POST';
    const answer = await fetch(origin + path, { method, headers, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${path}: got ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Import;
  };
  const until = async (done: Import['state'], begun: Promise<Import>): Promise<[Import, number]> => {
    const start = performance.now();
    for (let now = await begun; ; now = await send(`/imports/${now._id}`)) {
      if (now.state === done) return [now, performance.now() - start];
      if (now.state === 'failed') throw new Error('the import has failed');
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
  };

  const end = performance.now() + ALONE;
  const alone = await shop(() => performance.now() > end);
  let isOver = false;
  const meanwhile = shop(() => isOver);
  // The steps' own failure is the one to hear of.
  meanwhile.catch(() => {});
  try {
    const [{ _id, counts }, preview] = await until('ready', send('/imports', form));
    if (counts.changed !== file.rows) throw new Error(`got ${JSON.stringify(counts)} of ${file.rows} rows`);
    const [, apply] = await until('applied', send(`/imports/${_id}/apply`));
    const [, undo] = await until('undone', send(`/imports/${_id}/undo`));
    isOver = true;
    return { rows: file.rows, preview, apply, undo, alone, meanwhile: await meanwhile };
  } finally {
    isOver = true;
  }
}

/** The first rows of the shop's export, all columns, each a cent dearer. */
async function changedRows(origin: string, headers: Record<string, string>, rows: number) {
  const answer = await fetch(`${origin}/products/export?format=csv`, { headers });
  let text = '';
  const decoder = new TextDecoder();
  // The rest of a large catalogue is not waited for.
  for await (const bytes of answer.body!) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > 2000 * rows) break;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [columns, ...products] = parse(whole, { bom: true, to: rows + 1 }) as string[][];
  const price = columns!.indexOf('price');
  for (const product of products) product[price] = (Number(product[price]) + 0.01).toFixed(2);
  const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return { rows: products.length, text: [columns!, ...products].map(line).join('\n') };
}
