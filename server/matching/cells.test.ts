import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsInMemory } from '../../tests/fixtures/parts-in-memory.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { inTurns } from '../ground/limits/turns.ts';
import { findCells } from './cells.ts';

const parts = partsInMemory([
  { ...plainProduct, _id: 'fan', sku: 'AF-120-B', name: 'Case Fan 120 mm, quiet' },
  { ...plainProduct, _id: 'riser', sku: 'RZ-700', name: 'Riser Card PCIe 4.0 x16' },
  { ...plainProduct, _id: 'short', sku: '100', name: 'Screw' },
]);

const find = (...cells: string[]) => findCells(parts, cells, inTurns(), () => true);

test('a cell names a part by its number, by a number among its words, or by its name', async () => {
  assert.deepEqual(await find('af120b', 'RZ-700 Riser', 'Riser Card PCIe 4.0 x16', 'a thing', ''), [
    { by: 'number', products: ['fan'] },
    { by: 'within', products: ['riser'] },
    { by: 'name', products: ['riser'] },
    { by: 'nothing', products: [] },
    { by: 'nothing', products: [] },
  ]);
});

test('a short number is a quantity or a price, and names no part', async () => {
  assert.deepEqual(await find('100', '1'), [
    { by: 'nothing', products: [] },
    { by: 'nothing', products: [] },
  ]);
});

test('nothing is looked for once nobody waits for it', async () => {
  assert.deepEqual(await findCells(parts, ['af120b'], inTurns(), () => false), []);
});

test('a sentence is prose where no word of it can be of a part, or calls something off', async () => {
  const prose = [
    'thanks for the quick turnaround last time',
    'please confirm the dates',
    'bitte senden Sie uns ein Angebot',
  ];
  const others = [
    'please send the fans again',
    'some screws for the case',
    'some of the scrwes for our lab',
    'please send quiet-ones for the lab',
    'one of the drives for our lab',
    'please send not all of them',
    'please cancel all of the above',
    'please confirm the dates by 12 March',
    'blue thing',
  ];
  const found = await find(...prose, ...others);
  assert.deepEqual(
    found.map((one) => one.isProse === true),
    [...prose.map(() => true), ...others.map(() => false)],
  );
});
