import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { put } from '#contract/lists/ops.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import type { Match } from '#contract/matching/schema.ts';
import { applyOps } from '../../../basket/cart/content.ts';
import { priceLines } from '../../../basket/matching/priced.ts';
import { aLine, aPart, found } from '../../../basket/matching/testing.ts';
import { fromTabs, toTabs } from './clipboard.ts';
import {
  clearCells,
  confirmProbable,
  fillCells,
  joinLines,
  moveLine,
  removeLines,
  setQuantity,
  takeAdvice,
} from './operations.ts';

const part = aPart({ sku: 'NB-E64', priceBreaks: [{ from: 1000, price: 3.1 }], price: 4 });
const other = aPart({ sku: 'D5R-64' });
const one = aLine({ raw: 'NB-E64', productId: part._id, quantity: 930, designators: 'U1' });
const two = aLine({ raw: 'D5R-64', productId: other._id, quantity: 200, customerRef: '007' });
const three = aLine({
  raw: '10 NB-E64',
  productId: part._id,
  quantity: 10,
  designators: 'U2',
  customerRef: '008',
});
const lines = [one, two, three];
const states = new Map([
  [one._id, found(part)],
  [two._id, found(other)],
  [three._id, found(part)],
]);
const priced = priceLines(lines, states, null);

const after = (ops: ListOp[] = []) => applyOps({ lines, boards: null }, ops).lines;
const quantities = (of: readonly ListLine[]) => of.map(({ quantity }) => quantity);

test('cells are emptied, and only those that are typed', () => {
  const { ops, words } = clearCells(priced.slice(0, 2), ['quantity', 'price', 'total'], null);
  assert.deepEqual(quantities(after(ops)), [null, null, 10]);
  assert.equal(words, 'Cleared the cells');
});

test('lines are removed', () => {
  assert.deepEqual(after(removeLines(priced.slice(1)).ops), [one]);
  assert.equal(removeLines(priced.slice(1)).words, 'Removed 2 lines');
});

test('a line moves past its neighbour, and not past the ends', () => {
  const order = (ops: ListOp[] | undefined) =>
    after(ops).map((line) => lines.findIndex(({ _id }) => _id === line._id));
  assert.deepEqual(order(moveLine(priced, 0, 1)?.ops), [1, 0, 2]);
  assert.deepEqual(order(moveLine(priced, 2, -1)?.ops), [0, 2, 1]);
  assert.deepEqual(order(moveLine(priced, 1, -1)?.ops), [1, 0, 2]);
  assert.equal(moveLine(priced, 0, -1), undefined);
  assert.equal(moveLine(priced, 2, 1), undefined);
});

const joinedOps = (of: typeof priced) => {
  const joined = joinLines(of, of[2]!);
  assert.ok(joined && 'ops' in joined);
  return joined.ops;
};

test('a line joins the first one of the same part: pieces add up, and what both say is kept', () => {
  assert.equal(joinLines(priced, priced[1]!), undefined);
  const [joined, ...rest] = after(joinedOps(priced));
  assert.deepEqual(rest, [two]);
  assert.deepEqual([joined?.quantity, joined?.designators, joined?.customerRef], [940, 'U1, U2', '008']);
});

test('lines whose texts are too long together stay two, and it is said', () => {
  const join = (...texts: Pick<ListLine, 'customerRef' | 'designators'>[]) => {
    const two = texts.map((fields) => aLine({ productId: part._id, quantity: 100, ...fields }));
    const priced = priceLines(two, new Map(two.map(({ _id }) => [_id, found(part)])), null);
    return joinLines(priced, priced[1]!);
  };
  assert.deepEqual(join({ customerRef: 'x'.repeat(32) }, { customerRef: 'y'.repeat(31) }), {
    refusal: 'Line 2 stays: joined, your part numbers would be longer than 64 characters.',
  });
  assert.deepEqual(join({ designators: 'x'.repeat(500) }, { designators: 'y'.repeat(499) }), {
    refusal: 'Line 2 stays: joined, the designators would be longer than 1,000 characters.',
  });
  for (const [field, longest] of [['customerRef', 64] as const, ['designators', 1_000] as const]) {
    const fits = { [field]: 'x'.repeat(longest / 2) };
    assert.ok('ops' in join(fits, { [field]: 'y'.repeat(longest / 2 - 2) })!);
    assert.ok('ops' in join(fits, fits)!);
  }
});

test('lines that are probably right are confirmed together, where no quantity is in doubt', () => {
  const said = aLine({ raw: 'a', quantity: 300 });
  const [read, doubtful, known] = [aLine({ raw: 'b' }), aLine({ raw: 'c' }), aLine({ raw: 'd' })];
  const probable = [said, read, doubtful, known];
  const likely = { match: 'likely' as const, product: part, candidates: [other] };
  const of = (line: ListLine, match: Match) => [line._id, { state: 'matched' as const, match }] as const;
  const all = priceLines(
    probable,
    new Map([
      of(said, likely),
      of(read, { ...likely, quantity: 200 }),
      of(doubtful, { ...likely, readings: [1000, 1] }),
      of(known, { ...likely, match: 'several' }),
    ]),
    null,
  );
  const { words, ops } = confirmProbable(all)!;
  assert.equal(words, 'Confirmed 2 probable lines');
  assert.deepEqual(
    applyOps({ lines: probable, boards: null }, ops).lines.map((line) => [
      line.productId ?? null,
      line.quantity,
    ]),
    [
      [part._id, 300],
      [part._id, 200],
      [null, doubtful.quantity],
      [null, known.quantity],
    ],
  );
  assert.equal(confirmProbable(priced), undefined);
});

test('advice and quantities', () => {
  assert.equal(priced[0]!.advice?.quantity, 1000);
  assert.deepEqual(quantities(after(takeAdvice(priced).ops)), [1000, 200, 10]);
  assert.equal(takeAdvice(priced).words, 'Changed line 1 to 1,000');
  assert.deepEqual(quantities(after(setQuantity(priced[1]!, 300).ops)), [930, 300, 10]);
});

describe('a block of cells', () => {
  const make = (fields: Partial<ListLine>) => aLine({ position: 1e6, ...fields });
  const paste = (text: string, row: number, columns: Parameters<typeof fillCells>[2]) =>
    after(fillCells(fromTabs(text), lines.slice(row), columns, null, make).ops);

  test('goes over those at and below a cell, and over the last line begins new ones', () => {
    const filled = paste('00700\t1,500\n00800\t250\n\t\n00900\t70\n', 1, [
      'customerRef',
      'quantity',
      'price',
    ]);
    assert.deepEqual(quantities(filled), [930, 1500, 250, 70]);
    assert.deepEqual(
      filled.slice(1).map(({ customerRef }) => customerRef),
      ['00700', '00800', '00900'],
    );
  });

  test('leaves what a cell does not take, and what is computed', () => {
    assert.deepEqual(quantities(paste('many\t9', 0, ['quantity', 'price'])), quantities(lines));
  });

  test('round trip: quotes, tabs and breaks stay in their cells', () => {
    const odd = { ...two, customerRef: 'a "b"\tc\nd', designators: '"' };
    const text = toTabs(priceLines([odd], states, null), ['part', 'customerRef', 'designators', 'quantity']);
    assert.deepEqual(fromTabs(text), [['D5R-64', 'a "b"\tc\nd', '"', '200']]);
  });

  test('a quote that is never closed is a letter', () => {
    assert.deepEqual(fromTabs('19" rack\t"x\r\n2'), [['19" rack', '"x'], ['2']]);
  });
});

test('what is written names its fields', () => {
  assert.deepEqual(put(two, { quantity: 5 }), {
    op: 'put',
    line: { ...two, quantity: 5 },
    changed: ['quantity'],
  });
});
