// Costs nothing: which columns of a file are part numbers of the shop and of the company.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPasted } from '../../../basket/pasted/pasted.ts';
import { fewRows, numbersIn } from './read-numbers.ts';

const read = async (text: string) => numbersIn((await readPasted(text)).table ?? fewRows(text));

test('an exported file is read by its headers, whatever stands between', async () => {
  assert.deepEqual(
    await read('SKU,Customer part number,Description\r\nNB-1,VX-1,"A fan, large"\r\nNB-2,VX 2,A part\r\n'),
    [
      { row: 2, sku: 'NB-1', number: 'VX-1' },
      { row: 3, sku: 'NB-2', number: 'VX 2' },
    ],
  );
  const swapped = await read('Customer part number\tDescription\tSKU\nVX-1\tA fan\tNB-1\n');
  assert.deepEqual(swapped, [{ row: 2, sku: 'NB-1', number: 'VX-1' }]);
});

test('without headers the first two columns count, and a row without a number removes none', async () => {
  assert.deepEqual(await read('NB-1\tVX-1\nNB-2\t\nNB-3\tVX-3\n'), [
    { row: 1, sku: 'NB-1', number: 'VX-1' },
    { row: 3, sku: 'NB-3', number: 'VX-3' },
  ]);
  assert.deepEqual(await read('NB-1\tVX-1'), [{ row: 1, sku: 'NB-1', number: 'VX-1' }]);
});
