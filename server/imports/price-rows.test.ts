import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PriceRowsAsk } from '#contract/imports/price-rows.ts';
import { partsInMemory } from '../../tests/fixtures/parts-in-memory.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { roleOf } from './price-columns.ts';
import { readPriceRows } from './price-rows.ts';

const partOf = (id: string, sku: string, mpn: string) => ({ ...plainProduct, _id: id, sku, mpn });
const parts = partsInMemory([
  partOf('a', 'FAN-120', 'NF-A12'),
  partOf('b', 'FAN-140', 'NF-A14'),
  partOf('c', 'RAM-8', 'KVR-8'),
  partOf('d', 'RAM-9', 'KVR-8'),
  // Its SKU is the number of another maker's part.
  partOf('e', 'NF-A14', 'X-1'),
]);
type Cells = (string | number)[];

const read = (table: Cells[], said: Omit<PriceRowsAsk, 'rows'> = {}) =>
  readPriceRows(parts, { ...said, rows: table.map((cells, n) => ({ row: n + 1, cells })) });

/** Prices as 'part from:price', and of rows that are left out the number and why. */
async function toldOf(table: Cells[], said?: Omit<PriceRowsAsk, 'rows'>) {
  const { prices, refused } = await read(table, said);
  return [
    ...prices.map(({ productId, from, price }) => `${productId} ${from}:${price}`),
    ...refused.map(({ row, code }) => `${row} ${code}`),
  ];
}
const HEAD = ['SKU', 'Unit price'];

describe('a header of a table of prices says', () => {
  for (const [header, role, pieces] of [
    ['Part number', 'part'],
    ['Herstellernummer', 'part'],
    ['Net price (USD)', 'price'],
    ['Price per 100', 'price', 100],
    ['Preis / 1.000 Stück', 'price', 1000],
    ['From qty', 'from'],
    ['100+', 'price 100'],
    ['Price from 1,000 pcs', 'price 1000'],
    ['ab 50 Stück', 'price 50'],
    ['Price 100', undefined],
    ['100', undefined],
    ['Price 100 to 500+', undefined],
    ['List price 2026', undefined],
    ['Description', undefined],
  ] as const)
    test(header, () => {
      assert.deepEqual(roleOf(header), role && { role, ...(pieces && { pieces }) });
    });
});

describe('rows of prices', () => {
  test('are of parts by our SKU or the maker’s number, with the price from each quantity', async () => {
    const table = [
      ['Prices of 2027', ''],
      ['Part number', 'From pieces', 'Price'],
      ['fan-120', '', '$2.50'],
      ['NF-A12', '500+', 2.25],
      ['FAN-120', '100-499', '2.5'],
      ['KVR 8', '', '1'],
      ['FAN-999', '', '1'],
      ['', '', '1'],
      ['FAN-140', '', ''],
    ];
    assert.deepEqual(await toldOf(table), [
      'a 1:2.5',
      'a 500:2.25',
      '6 price_row_several',
      '7 price_row_unknown',
      '8 price_row_no_number',
      '9 price_row_no_price',
    ]);
    assert.deepEqual(
      await toldOf([
        ['SKU', '1+', '100+', 'Price breaks'],
        ['RAM-8', 5, '4.5', '500:4; 1000:3.999999'],
      ]),
      ['c 1:5', 'c 100:4.5', 'c 500:4', 'c 1000:3.999999'],
    );
  });

  test('name one part, also by two numbers', async () => {
    const table = [
      ['SKU', 'MPN', 'Price'],
      ['RAM-9', 'KVR-8', 1],
      ['OURS-7', 'NF-A12', 1],
      ['FAN-140', 'NF-A12', 1],
      // As a SKU it is another part.
      ['NF-A14', '', 1],
    ];
    assert.deepEqual(await toldOf(table), ['d 1:1', 'a 1:1', 'e 1:1', '4 price_row_differ']);
    assert.deepEqual(
      await toldOf([
        ['MPN', 'Price'],
        ['NF-A14', 1],
      ]),
      ['2 price_row_several'],
    );
  });

  test('are left out with the whole part where one of them cannot be read or does not fit the others', async () => {
    const of = (...rows: Cells[]) => toldOf([['SKU', 'From', 'Price'], ...rows]);
    assert.deepEqual(await of(['FAN-120', 1, 2], ['FAN-120', 500, 'call']), [
      '2 price_row_of_part',
      '3 import_number',
    ]);
    assert.deepEqual(await of(['FAN-120', 1, 2], ['FAN-120', 1, 3]), [
      '2 price_row_twice',
      '3 price_row_twice',
    ]);
    assert.deepEqual(await of(['FAN-120', 1, 2], ['FAN-120', 1, 2]), ['a 1:2']);
    assert.deepEqual(await of(['FAN-120', 100, 2]), ['2 price_row_start']);
    assert.deepEqual(await of(['FAN-120', 1, 2], ['FAN-120', 50, 3]), [
      '2 price_row_rises',
      '3 price_row_rises',
    ]);
    assert.deepEqual(await of(['FAN-120', 'box', 2]), ['2 price_row_from']);
    assert.deepEqual(await of(['FAN-120', 1, 0], ['FAN-140', 1, 2, 50]), ['2 break_price', '3 import_cells']);
    assert.deepEqual(await of(['FAN-120', 1, 0.0000001]), ['2 break_price']);
  });

  test('of another currency, or of several pieces, are no prices of a piece in dollars', async () => {
    assert.deepEqual(await toldOf([HEAD, ['FAN-120', '2.50 €'], ['FAN-140', 'USD 3']]), [
      'b 1:3',
      '2 import_currency',
    ]);
    const currencies = [
      [...HEAD, 'Currency'],
      ['FAN-120', 2, 'EUR'],
      ['FAN-140', 3, 'USD'],
      ['RAM-8', 3, ''],
    ];
    assert.deepEqual(await toldOf(currencies), ['b 1:3', '2 import_currency', '4 import_currency_missing']);
    const per = [
      [...HEAD, 'Price unit'],
      ['FAN-120', 250, 100],
      ['FAN-140', 1, 1000],
      ['RAM-8', 3, ''],
      ['RAM-9', 1, 3],
    ];
    assert.deepEqual(await toldOf(per), [
      'a 1:2.5',
      'b 1:0.001',
      '4 import_price_unit',
      '5 import_price_per',
    ]);
    assert.deepEqual(
      await toldOf([
        ['SKU', 'Price per 100'],
        ['FAN-120', 250],
      ]),
      ['a 1:2.5'],
    );
  });

  test('wait while a note says something else of all prices, until somebody says that it does not count', async () => {
    for (const note of ['All prices in EUR', 'Prices per 100 pcs', 'Prices incl. VAT']) {
      const table = [[note], HEAD, ['FAN-120', 2]];
      const { note: told, prices } = await read(table);
      assert.deepEqual([told, prices.length], [note, 0]);
      assert.equal((await read(table, { areUnitPrices: true })).prices.length, 1);
    }
    assert.equal(
      (
        await read([
          ['SKU', 'Price EUR'],
          ['FAN-120', 2],
        ])
      ).note,
      'Price EUR',
    );
    assert.equal((await read([HEAD, ['FAN-120', 2], ['Prices in EUR']])).note, 'Prices in EUR');
  });

  test('with a sign that may separate thousands or decimals are left out until somebody says which', async () => {
    const table = [HEAD, ['FAN-120', '1,250'], ['FAN-140', '2,5']];
    const { asksDecimal } = await read(table);
    assert.equal(asksDecimal, true);
    assert.deepEqual(await toldOf(table), ['b 1:2.5', '2 import_decimal']);
    assert.deepEqual(await toldOf(table, { decimal: ',' }), ['a 1:1.25', 'b 1:2.5']);
    assert.deepEqual(await toldOf([HEAD, ['FAN-120', '1.250']]), ['2 import_decimal']);
    assert.deepEqual(await toldOf([HEAD, ['FAN-120', '1.250'], ['FAN-140', '2.50']]), [
      'a 1:1.25',
      'b 1:2.5',
    ]);
    assert.deepEqual(await toldOf([HEAD, ['FAN-120', '1.250'], ['FAN-140', '19,90'], ['RAM-8', '6.5']]), [
      'b 1:19.9',
      'c 1:6.5',
      '2 import_decimal',
    ]);
    assert.deepEqual(await toldOf([HEAD, ['FAN-120', 1.25]]), ['a 1:1.25']);
  });

  test('ask for columns that nothing tells', async () => {
    const plain = [
      ['FAN-120', '2'],
      ['FAN-140', '3'],
    ];
    const { columns, missing, headers } = await read(plain);
    assert.deepEqual([columns, missing, headers], [['part', null], ['price'], undefined]);
    assert.deepEqual(await toldOf(plain, { columns: ['part', 'price'] }), ['a 1:2', 'b 1:3']);
    const twice = await read([
      ['SKU', 'Price', 'Net price', 'Price 100'],
      ['FAN-120', 2, 1, 0.5],
    ]);
    assert.deepEqual([twice.columns, twice.missing], [['sku', null, null, null], ['price']]);
    const chosen = { columns: ['sku', null, 'price', 'price 100'] as PriceRowsAsk['columns'] };
    const table = [
      ['SKU', 'Price', 'Net price', 'Price 100'],
      ['FAN-120', 2, 1, 0.5],
    ];
    assert.deepEqual(await toldOf(table, chosen), ['a 1:1', 'a 100:0.5']);
  });
});
