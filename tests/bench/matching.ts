import type { Line } from '#contract/lines.ts';
import { requestBytes } from './connection.ts';
import type { MeasuredServer } from './servers.ts';

/** SKUs that are read at once. */
const PAGE = 100;

/** Lines of each kind, as buyers paste them. Each round has other parts and quantities. */
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

/** Measures how long lines take to be matched, one request at a time. */
export async function measureMatching<Row>(
  shop: MeasuredServer,
  measure: (what: string, request: (n: number) => Buffer) => Promise<Row>,
): Promise<Row[]> {
  const parts = await readParts(shop.origin, Math.max(...KINDS.map(({ count }) => count)));
  const rows: Row[] = [];
  for (const { what, count, write } of KINDS)
    rows.push(
      await measure(what, (n) => {
        const lines = Array.from({ length: count }, (_, line) =>
          write(parts[(line + n) % parts.length]!, n + line),
        );
        return requestBytes(shop.origin, 'POST', '/lines/match', { body: { lines } });
      }),
    );
  return rows;
}

interface Part {
  _id: string;
  sku: string;
  name: string;
}

async function readParts(origin: string, count: number): Promise<Part[]> {
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
