import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListLine } from '#contract/lists/schema.ts';
import { ListLineSchema } from '#contract/lists/schema.ts';
import { applyOps } from '../../../basket/cart/content.ts';
import { readPasted } from '../../../basket/pasted/pasted.ts';
import { linesOfTable } from '../../../basket/pasted/table-lines.ts';
import type { Fields } from './column-memory.ts';
import { additionOf, type MakeLine, partOf, remappingOf, takenIn } from './pasted-ops.ts';

let made = 0;
const make: MakeLine = (fields) => ({
  _id: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  position: made,
  ...fields,
});
const after = (lines: readonly ListLine[], ops: Parameters<typeof applyOps>[1]) =>
  applyOps({ lines, boards: null }, ops).lines;

const BOM = 'Customer ref;MPN;Qty\nK-1;NB-E64;200\nK-2;BR-900;1.5\nK-3;AF-120;x\n';

test('a paste adds its lines in order, as they stand there, with what the columns say', async () => {
  const { lines } = await readPasted(BOM);
  const added = after([], additionOf(lines, make).ops);
  assert.deepEqual(
    added.map(({ raw, quantity, customerRef }) => [raw, quantity, customerRef]),
    [
      ['K-1;NB-E64;200', 200, 'K-1'],
      ['K-2;BR-900;1.5', null, 'K-2'],
      ['K-3;AF-120;x', null, 'K-3'],
    ],
  );
  assert.deepEqual(lines.map(partOf), [
    { mpn: 'NB-E64' },
    { mpn: 'BR-900', quantityText: '1.5' },
    { mpn: 'AF-120', quantityText: 'x' },
  ]);
});

test('a line that is too long, or has what no list takes, is kept as far as it goes', () => {
  const long = {
    row: 1,
    raw: `\0\u202e${'x'.repeat(499)}\ud83d\ude00`,
    customerRef: 'y'.repeat(300),
    quantity: 3e9,
  };
  const [op] = additionOf([long], make).ops;
  assert.ok(op?.op === 'put');
  assert.deepEqual(ListLineSchema.parse(op.line), op.line);
  assert.deepEqual([op.line.raw!.length, op.line.customerRef!.length, op.line.quantity], [500, 64, null]);
});

describe('columns that stand for something else', () => {
  async function pasted() {
    const { lines, table } = await readPasted(BOM);
    const { ops, added } = additionOf(lines, make);
    return {
      added,
      list: after([], ops),
      remap: (fields: Fields) => linesOfTable({ ...table!, fields: [...fields] }).lines,
    };
  }

  test('change what is read otherwise, and look for the parts anew', async () => {
    const { added, list, remap } = await pasted();
    const found = list.map((line) => ({ ...line, productId: 'found' }));
    const { ops } = remappingOf(added, remap(['mpn', 'customerRef', 'quantity']), found, make);
    assert.deepEqual(
      after(found, ops).map(({ _id, productId, quantity, customerRef }) => [
        _id,
        productId,
        quantity,
        customerRef,
      ]),
      list.map(({ _id, quantity }, n) => [_id, null, quantity, ['NB-E64', 'BR-900', 'AF-120'][n]]),
    );
  });

  test('leave alone what somebody has changed or removed meanwhile', async () => {
    const { added, list, remap } = await pasted();
    const [first, second] = list as [ListLine, ListLine];
    const changed = [{ ...first, quantity: 999, productId: 'found' }, second];
    const { ops } = remappingOf(added, remap([undefined, 'mpn', 'quantity']), changed, make);
    assert.deepEqual(
      after(changed, ops).map(({ _id, quantity, productId, customerRef }) => [
        _id,
        quantity,
        productId,
        customerRef,
      ]),
      [
        [first._id, 999, 'found', null],
        [second._id, null, undefined, null],
      ],
    );
  });

  test('take out what is no line any more, and take it in again', async () => {
    const { added, list, remap } = await pasted();
    const out = remappingOf(added, remap([undefined, 'mpn', 'unplaced']), list, make);
    const left = after(list, out.ops);
    assert.equal(left.length, 0, 'rows that say more than 0 or no are not placed');
    const back = remappingOf(out.added, remap([undefined, 'mpn', 'quantity']), left, make);
    assert.equal(after(left, back.ops).length, 3);
  });
});

test('a row that was left is taken in as it stands there', () => {
  const [op] = takenIn([{ row: 7, raw: 'Total 5', why: 'total' }], make);
  assert.deepEqual(op?.op === 'put' && op.line.raw, 'Total 5');
});
