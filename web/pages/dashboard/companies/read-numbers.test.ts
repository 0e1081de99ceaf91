// Costs nothing: which columns of a file are part numbers of the shop and of the company.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LookUp } from '../../../basket/pasted/paste.ts';
import { readPasted } from '../../../basket/pasted/pasted.ts';
import { numbersIn } from './read-numbers.ts';

/** Finds the parts that cells name as the catalogue does: of the shop NB-1 to NB-3. */
const lookUp: LookUp = async (cells) =>
  cells.map((cell) =>
    /^NB-[1-3]$/.test(cell) ? { by: 'number', products: [cell] } : { by: 'nothing', products: [] },
  );
const read = async (text: string) => {
  const { table } = await readPasted(text, lookUp, { isTable: true });
  return table && numbersIn(table)?.map(({ row, sku, number }) => `${row} ${sku} ${number}`);
};

test('an exported file is read by its headers, whatever stands between', async () => {
  assert.deepEqual(
    await read('SKU,Customer part number,Description\r\nNB-1,VX-1,"A fan, large"\r\nNB-2,VX 2,A part\r\n'),
    ['2 NB-1 VX-1', '3 NB-2 VX 2'],
  );
  assert.deepEqual(await read('Customer part number\tDescription\tSKU\nVX-1\tA fan\tNB-1\n'), [
    '2 NB-1 VX-1',
  ]);
  assert.deepEqual(await read('SKU;Customer part number\nGONE-1;VX-1\n'), ['2 GONE-1 VX-1']);
  assert.deepEqual(await read('SKU;Customer part number\nNB-1;VX-1\nnb-1;VX-1\nNB-1;VX-2\n'), [
    ...['2 NB-1 VX-1', '4 NB-1 VX-2'],
  ]);
  assert.deepEqual(await read('MPN;SKU;Customer part number\nM-1;NB-1;VX-1\n'), ['2 NB-1 VX-1']);
});

test('without headers the column with parts of the shop counts, and a row without a number removes none', async () => {
  assert.deepEqual(await read('NB-1\tVX-1\nNB-2\t\nNB-3\tVX-3\n'), ['1 NB-1 VX-1', '3 NB-3 VX-3']);
  assert.deepEqual(await read('4711;NB-1\n4712;NB-2'), ['1 NB-1 4711', '2 NB-2 4712']);
  assert.deepEqual(await read('"VX-1, large",NB-1'), ['1 NB-1 VX-1, large']);
  assert.deepEqual(await read('NB-1\tVX-1'), ['1 NB-1 VX-1']);
  assert.deepEqual(await read('NB-1'), undefined);
});

test('columns that can be meant in two ways are asked about', async () => {
  assert.equal(await read('NB-1\tNB-2\nNB-2\tNB-3\n'), undefined);
  assert.equal(await read('NB-1\tVX-1\tA fan\nNB-2\tVX-2\tA part\n'), undefined);
  assert.deepEqual(await read('SKU\tCustomer part number\nNB-1\tNB-2\n'), ['2 NB-1 NB-2']);
});
