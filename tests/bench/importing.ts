import { parse } from 'csv-parse/sync';
import type { Import } from '#contract/imports/schema.ts';
import { createTestClient } from '../test-client.ts';
import { inTurns, type Measured } from './in-turns.ts';
import type { Row } from './report.ts';
import type { MeasuredServer } from './servers.ts';
import type { Sides } from './sides.ts';

/** Milliseconds between two looks at an import. */
const LOOK_AGAIN = 50;

/** Measures imports of so many rows of the shop's own export with other prices, and undoing them. */
export function measureImporting(
  { shop, before }: Sides,
  { rows, rounds }: { rows: number; rounds: number },
  say: (line: string) => void,
): Promise<Row[]> {
  const sides = {
    shop: () => importOnce(shop.shop, rows),
    ...(before && { before: () => importOnce(before.shop, rows) }),
  };
  say(`importing ${rows} rows`);
  return inTurns(`import of ${rows} rows`, sides, rounds);
}

async function importOnce(shop: MeasuredServer, rows: number): Promise<Measured> {
  const { origin } = shop;
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
  await shop.usage();
  const [{ _id, counts }, preview] = await until('ready', send('/imports', form));
  if (counts.changed !== file.rows) throw new Error(`got ${JSON.stringify(counts)} of ${file.rows} rows`);
  const [, apply] = await until('applied', send(`/imports/${_id}/apply`));
  const [, undo] = await until('undone', send(`/imports/${_id}/undo`));
  const { blocked } = await shop.usage();
  return {
    'preview, ms': preview,
    'apply, ms': apply,
    'undo, ms': undo,
    'longest block of the event loop, ms': blocked,
  };
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
