/** What the shop takes the lines of the corpus for: the parts and quantities that they mean, or questions, and never others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Match } from '#contract/matching/schema.ts';
import { inTurns } from '../../server/ground/limits/turns.ts';
import { matchLines } from '../../server/matching/match.ts';
import { readPasted } from '../../web/basket/pasted/pasted.ts';
import { partsInMemory } from '../fixtures/parts-in-memory.ts';
import { plainProduct } from '../fixtures/products.ts';
import { mails } from './mails.ts';
import { signatures } from './signatures.ts';

/** Of lines such as '6: text NB-E64 = 200': the part and what its quantity may be. */
const EXPECTED = /^(?<row>\d+): text (?<part>.+) = (?<quantity>[\d.|?]+)$/;

const examples = [...mails, ...signatures];
const named = examples.flatMap(({ lines }) => lines.map((line) => EXPECTED.exec(line)?.groups?.part ?? ''));
const numbers = [...new Set(named)].filter((part) => /^[A-Z\d-]{4,}$/.test(part));
const parts = partsInMemory(
  numbers.map((sku, n) => ({ ...plainProduct, _id: `id-${n}`, sku, name: `Part ${n}`, available: 100_000 })),
);

test('lines of mails are taken for what they mean, or asked about', async () => {
  let taken = 0;
  for (const { name, pasted, lines } of examples) {
    const said = new Map<string, { part: string; quantities: string[] }[]>();
    for (const line of lines) {
      const { row, part, quantity } = EXPECTED.exec(line)?.groups ?? {};
      if (row) said.set(row, [...(said.get(row) ?? []), { part: part!, quantities: quantity!.split('|') }]);
    }
    const found = await readPasted(pasted);
    const asked = found.lines.map(({ raw }) => ({ text: raw }));
    const matches = (await matchLines(parts, asked, inTurns(), () => true)).map(
      (json): Match => JSON.parse(json),
    );
    for (const [n, { product, match, quantity }] of matches.entries()) {
      if (match !== 'exact') continue;
      const { row, raw } = found.lines[n]!;
      const meant = said.get(String(row)) ?? [];
      const fitting = meant.find(({ part }) => part.split(/[ ,]/).includes(product!.sku));
      assert.ok(fitting, `${name}: ${raw} is taken for ${product!.sku}`);
      if (quantity === undefined) continue;
      assert.ok(fitting.quantities.includes(String(quantity)), `${name}: ${quantity} of ${raw}`);
      taken += 1;
    }
  }
  assert.ok(taken > 50, `${taken} taken`);
});
