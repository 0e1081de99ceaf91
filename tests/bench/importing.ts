import { setTimeout } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { Import } from '#contract/imports/schema.ts';
import { createTestClient } from '../test-client.ts';
import { fillShop } from './filled.ts';
import { inTurns, type Measured } from './in-turns.ts';
import { quantile } from './load.ts';
import type { Row } from './report.ts';
import type { MeasuredServer } from './servers.ts';
import type { Sides } from './sides.ts';

/** Milliseconds between two looks at an import, and between two requests of a shopper. */
const LOOK_AGAIN = 50;

/** Milliseconds for which a shopper asks before the import. */
const QUIET = 3000;

/** Measures imports of so many rows of the shop's own export with other prices, and undoing them, while a shopper asks for parts. */
export async function measureImporting(
  { shop, before }: Sides,
  { rows, rounds }: { rows: number; rounds: number },
  say: (line: string) => void,
): Promise<Row[]> {
  await fillShop(shop, rows, say);
  if (before) await fillShop(before, rows, say);
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
  const bytes = new Blob([await changedRows(origin, headers, rows)]);
  const form = new FormData();
  form.set('file', bytes, 'prices.csv');

  const send = async (path: string, body?: FormData): Promise<Import> => {
    const method = path.split('/').length === 3 ? 'GET' : 'POST';
    const answer = await fetch(origin + path, { method, headers, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${path}: got ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Import;
  };
  const until = async (done: Import['state'], begun: Promise<Import>): Promise<[Import, number]> => {
    const start = performance.now();
    for (let now = await begun; ; now = await send(`/imports/${now._id}`)) {
      if (now.state === done) return [now, (performance.now() - start) / 1000];
      if (now.state === 'failed') throw new Error('the import has failed');
      await setTimeout(LOOK_AGAIN);
    }
  };
  const quiet = await shopping(origin, setTimeout(QUIET));
  const { cpu } = await shop.usage();
  const importing = (async () => {
    const [{ _id, counts }, preview] = await until('ready', send('/imports', form));
    if (counts.changed !== rows) throw new Error(`got ${JSON.stringify(counts)} of ${rows} rows`);
    const [, apply] = await until('applied', send(`/imports/${_id}/apply`));
    const [, undo] = await until('undone', send(`/imports/${_id}/undo`));
    return { preview, apply, undo };
  })();
  const shopper = await shopping(origin, importing);
  const { preview, apply, undo } = await importing;
  const { cpu: used, blocked, peak } = await shop.usage();
  return {
    'size of the file, MB': bytes.size / 1024 ** 2,
    'preview, s': preview,
    'apply, s': apply,
    'undo, s': undo,
    'processor time of the shop, s': (used - cpu) / 1e6,
    'most memory of the shop, MB': peak / 1024 ** 2,
    'a shopper before, p50 ms': quiet,
    'a shopper meanwhile, p50 ms': shopper,
    'longest block of the event loop, ms': blocked,
  };
}

/** Asks for parts, again and again, until something is done. Returns the p50 in ms. */
async function shopping(origin: string, done: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isDone = false;
  const ended = done.finally(() => {
    isDone = true;
  });
  ended.catch(() => {});
  while (!isDone) {
    const begun = performance.now();
    await (await fetch(`${origin}/products?category=memory&limit=48`)).arrayBuffer();
    times.push(performance.now() - begun);
    await setTimeout(LOOK_AGAIN);
  }
  await ended;
  return quantile(times, 0.5);
}

/** The first rows of the shop's export, all columns, each a cent dearer. */
async function changedRows(origin: string, headers: Record<string, string>, rows: number): Promise<string> {
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
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const line = (cells: string[]) => cells.map(quoted).join(',');
  if (products.length < rows) throw new Error(`the export has ${products.length} of ${rows} rows`);
  return [columns!, ...products].map(line).join('\n');
}
