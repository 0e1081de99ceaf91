/** Lines and parts for tests. */
import { randomUUID } from 'node:crypto';
import type { ListLine } from '#contract/lists/schema.ts';
import type { LinePart, Match } from '#contract/matching/schema.ts';
import type { LineState } from './answers.ts';
import { type PricedLine, priceLines } from './priced.ts';

let position = 0;

export function aLine(fields: Partial<ListLine> = {}): ListLine {
  position += 1;
  return { _id: randomUUID(), position, ...fields };
}

export function aPart(fields: Partial<LinePart> = {}): LinePart {
  return {
    _id: randomUUID(),
    sku: 'NB-E64',
    name: 'DDR5 RDIMM 64 GB',
    image: '/images/ram.webp',
    price: 4,
    minOrder: 100,
    multiple: 1,
    available: 10_000,
    ...fields,
  } as LinePart;
}

/** A part with a number: $2.00, $1.00 from 1,000 pieces, minimum 100, in multiples of 50. */
export const partOf = (sku: string, facts: Partial<LinePart> = {}): LinePart =>
  aPart({
    _id: `id-${sku}`,
    sku,
    name: `Part ${sku}`,
    multiple: 50,
    price: 2,
    priceBreaks: [{ from: 1000, price: 1 }],
    available: 5000,
    lifecycle: 'active',
    ...facts,
  });

/** The state of a line that is found. */
export function found(product: LinePart, fields: Partial<Match> = {}) {
  const match: Match = { match: 'exact', product, candidates: [], ...fields };
  return { state: 'matched' as const, match };
}

/** Lines as they are priced, each by its fields and what was found for it. */
export function priced(...pairs: [line: Partial<ListLine>, state?: LineState][]): PricedLine[] {
  const lines = pairs.map(([line]) => aLine(line));
  const states = new Map<string, LineState>();
  for (const [n, [, state]] of pairs.entries()) if (state) states.set(lines[n]!._id, state);
  return priceLines(lines, states, null);
}
