import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from '#contract/kernel/money.ts';
import { judgeLine } from '#contract/matching/judge.ts';
import type { Line, LinePart } from '#contract/matching/schema.ts';
import type { LineState } from '../matching/answers.ts';
import { priceLines, totalsOf } from '../matching/priced.ts';
import { aLine, aPart } from '../matching/testing.ts';
import { totalWords } from './cart-total.ts';

test('the header has the total of the order pad: obsolete parts count, lines over the stock and too many together do not', async (t) => {
  const obsolete = aPart({ price: 3, available: 500, lifecycle: 'obsolete' });
  const short = aPart({ price: 5, available: 200 });
  const twice = aPart({ price: 7, available: 500 });
  const parts = new Map([obsolete, short, twice].map((part) => [part._id, part]));
  const answer = ({ productId, quantity }: Line) => {
    const product: LinePart = parts.get(productId!)!;
    const judged = judgeLine(product, { quantity }, () => []);
    return { match: 'exact' as const, product, candidates: [], ...judged };
  };
  const lines = [
    aLine({ productId: obsolete._id, quantity: 100 }),
    aLine({ productId: short._id, quantity: 300 }),
    aLine({ productId: twice._id, quantity: 300 }),
    aLine({ productId: twice._id, quantity: 300 }),
    aLine({ raw: 'not known yet', quantity: 100 }),
  ];
  const fetched = t.mock.method(globalThis, 'fetch', async (_: string, { body }: { body: string }) =>
    Response.json(JSON.parse(body).lines.map(answer)),
  );
  const words = await totalWords(lines);
  assert.equal(fetched.mock.callCount(), 1);
  assert.equal(words, formatMoney(3 * 100 + 7 * 300));
  const states = new Map<string, LineState>(
    lines.slice(0, 4).map((line) => [line._id, { state: 'matched', match: answer(line as Line) }]),
  );
  const { total, needs, waiting } = totalsOf(priceLines(lines, states, null));
  assert.deepEqual([formatMoney(total), needs, waiting], [words, 2, 1]);
});
