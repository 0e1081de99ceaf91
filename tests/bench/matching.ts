import type { Line } from '#contract/matching/schema.ts';
import { Connection, requestBytes } from './connection.ts';
import { fillShop } from './filled.ts';
import { inTurns, type Measured } from './in-turns.ts';
import { quantile } from './load.ts';
import type { Row } from './report.ts';
import type { MeasuredServer } from './servers.ts';
import type { Side, Sides } from './sides.ts';

/** SKUs that are read at once. */
const PAGE = 100;

/** Lines as buyers paste them. Each request has other parts and quantities. */
const KINDS: { what: string; count: number; write(part: Part, n: number): Line }[] = [
  {
    what: 'matching 1,000 lines with exact part numbers',
    count: 1_000,
    write: ({ sku }, n) => ({ text: `${100 + n}x ${sku}` }),
  },
  {
    what: 'pricing 1,000 lines of known parts',
    count: 1_000,
    write: ({ _id }, n) => ({ productId: _id, quantity: 100 + n }),
  },
  {
    what: 'matching 100 misspelt part numbers',
    count: 100,
    write: ({ sku }, n) => ({ mpn: misspell(sku, n), quantity: 100 + n }),
  },
  {
    what: 'matching 40 names',
    count: 40,
    write: ({ name }, n) => ({ text: `${100 + n} pcs ${name}` }),
  },
];

/** Beginnings of what buyers type into the search. */
const TYPED = [
  'd',
  'ddr',
  'ddr5 32',
  'ssd 1.92',
  'case fan 120',
  'resistor 10k',
  'memroy modul',
  '10k 0603 1 %',
];
/** Narrowed grids. Each request has a price of its own, so that no answer is remembered. */
const NARROWED = [
  ...['category=memory', 'category=solid-state-drives&inStock=1', 'category=memory&f.capacity=16,32'],
  ...['q=ddr5&f.ecc=yes', 'q=memory', 'inStock=1', 'sort=name', 'category=memory&sort=f.capacity'],
];

/** Measures searches, narrowed grids and lines that are matched, one request at a time, in a shop with many generated parts. */
export async function measureMatching(
  { shop, before }: Sides,
  { products, samples, rounds }: { products: number; samples: number; rounds: number },
  say: (line: string) => void,
): Promise<Row[]> {
  const askersOf = async (side: Side) => {
    await fillShop(side, products, say);
    const { shop } = side;
    return requestsOf(shop, await readParts(shop.origin, Math.max(...KINDS.map(({ count }) => count))));
  };
  const requests = { shop: await askersOf(shop), before: before && (await askersOf(before)) };
  const rows: Row[] = [];
  for (const [what, next] of Object.entries(requests.shop)) {
    say(what);
    // Lists of lines take longer: fewer are measured.
    const count = what.startsWith('GET') ? samples : Math.ceil(samples / 8);
    const sides = {
      shop: () => ask(shop.shop, count, next),
      ...(before && { before: () => ask(before.shop, count, requests.before![what]!) }),
    };
    await sides.shop();
    rows.push(...(await inTurns(what, sides, rounds)));
  }
  return rows;
}

/** Sends requests one after the other. Returns quantiles of their ms, and the longest block of the event loop. */
export async function ask(
  shop: MeasuredServer,
  count: number,
  next: (n: number) => Buffer,
): Promise<Measured> {
  const connection = await Connection.open(shop.origin);
  const times: number[] = [];
  await shop.usage();
  for (let n = 0; n < count; n += 1) {
    const bytes = next(n);
    const begun = performance.now();
    const status = await connection.ask(bytes);
    if (status !== 200) throw new Error(`${bytes.toString('latin1', 0, 100)}: got ${status}`);
    times.push(performance.now() - begun);
  }
  connection.close();
  const { blocked } = await shop.usage();
  return {
    'p50 ms': quantile(times, 0.5),
    'p95 ms': quantile(times, 0.95),
    'longest block of the event loop, ms': blocked,
  };
}

/** The requests by what they do. */
function requestsOf({ origin }: MeasuredServer, parts: Part[]): Record<string, (n: number) => Buffer> {
  const get = (path: string) =>
    requestBytes(origin, 'GET', path, { headers: { accept: 'application/json' } });
  let asked = 0;
  const fresh = () => {
    asked += 1;
    return `price=0..${100_000 + asked}`;
  };
  return {
    'GET /suggest': (n) => get(`/suggest?q=${encodeURIComponent(`${TYPED[n % TYPED.length]} ${n % 10}`)}`),
    'GET /products, narrowed': (n) => get(`/products?${NARROWED[n % NARROWED.length]}&${fresh()}&limit=48`),
    'GET /facets, narrowed': (n) => get(`/facets?${NARROWED[n % NARROWED.length]}&${fresh()}`),
    ...Object.fromEntries(
      KINDS.map(({ what, count, write }) => [
        what,
        (n: number) => {
          const lines = Array.from({ length: count }, (_, line) =>
            write(parts[(line + n) % parts.length]!, n + line),
          );
          return requestBytes(origin, 'POST', '/lines/match', { body: { lines } });
        },
      ]),
    ),
  };
}

interface Part {
  _id: string;
  sku: string;
  name: string;
}

export async function readParts(origin: string, count: number): Promise<Part[]> {
  const parts: Part[] = [];
  while (parts.length < count) {
    const after = parts.length === 0 ? '' : `&after=${parts.at(-1)!._id}`;
    const page = (await (await fetch(`${origin}/products?limit=${PAGE}${after}`)).json()) as Part[];
    parts.push(...page);
    if (page.length < PAGE) break;
  }
  return parts;
}

/** Replaces one character of a part number. */
function misspell(sku: string, n: number): string {
  const at = 1 + (n % (sku.length - 2));
  return `${sku.slice(0, at)}${sku[at] === 'Q' ? 'Z' : 'Q'}${sku.slice(at + 1)}`;
}
