import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readColumns } from './columns.ts';
import { toDraft } from './draft.ts';
import { Headers } from './headers.ts';

const COLUMNS = (['sku', 'name', 'price', 'minimum', 'counted', 'added'] as const).map((field) => ({
  column: field,
  field,
}));

/** What is wrong with a row, and what it is about all the same. */
function read(...cells: (string | number)[]) {
  const { sku, fields, errors, told } = toDraft(cells, COLUMNS, [], 2);
  return [sku, fields, [...errors, ...told].map(({ field, message }) => [field, message])];
}

test('a wrong number of pieces is told as it is, and the row keeps its part', () => {
  const about = { name: 'SSD', price: 690 };
  const wrong = (...cells: (string | number)[]) => read('SSD-1', 'SSD', 690, ...cells);
  for (const [cells, field, message] of [
    [['', -3], 'counted', '-3 is below 0'],
    [['', '10.5'], 'counted', '10.5 is no whole number'],
    [['', '-10.5'], 'counted', '-10.5 is no whole number'],
    [['', 3e9], 'counted', '3000000000 is above 2147483647'],
    [['0'], 'minimum', '0 is below 1'],
    [['', '', '0.5'], 'added', '0.5 is no whole number'],
  ] as const)
    assert.deepEqual(wrong(...cells), ['SSD-1', about, [[field, message]]]);
});

test('of several wrong cells all are told', () => {
  assert.deepEqual(read('SSD*1', '', -1, '', -3), [
    undefined,
    {},
    [
      ['sku', 'SKU is 1 to 64 letters, digits and . _ + / # ( ) -'],
      ['counted', '-3 is below 0'],
      ['price', 'Price is at least $0.01'],
    ],
  ]);
});

test('a count whose expected number cannot be read holds its row back', () => {
  const { columns } = new Headers([]).match(['sku', 'counted', 'expected']);
  for (const expected of ['n/a', 'about 100', '99.5', '-1']) {
    const { errors } = toDraft(['A', '90', expected], columns, [], 2);
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['expected'],
      expected,
    );
  }
  assert.deepEqual(toDraft(['A', '90', ''], columns, [], 2).errors, []);
});

test('an expected number without a count is asked about, unless a count is asked about', () => {
  const asked = (...headers: string[]) => {
    const { columns, unknown, asks } = new Headers([]).match(['sku', ...headers]);
    const field = columns.find(({ column }) => column === 'expected')?.field;
    return [field, unknown, asks.map(({ columns, choices }) => [columns.join(), choices?.join()])];
  };
  assert.deepEqual(asked('expected'), [undefined, ['expected'], [['expected', 'counted,added']]]);
  assert.deepEqual(asked('expected', 'counted'), ['expected', [], []]);
  assert.deepEqual(asked('expected', 'Stock'), ['expected', ['Stock'], [['Stock', 'counted,added']]]);
});

describe('a price', () => {
  const readRow = (headers: string, ...lines: string[]) => {
    const { columns } = new Headers([]).match(headers.split(';'));
    const rows = lines.map((line, n) => ({ row: n + 2, cells: line.split(';') }));
    const { readings } = readColumns(rows, columns, { attributes: [], isJson: false }, {}, -1);
    const { fields, errors } = toDraft(rows[0]!.cells, columns, readings, 2);
    return errors.map(({ code }) => code).join() || (fields.price ?? fields.priceBreaks?.[0]?.price);
  };

  test('of several pieces is divided exactly, or refused', () => {
    assert.equal(readRow('sku;Preis;Preiseinheit', 'A;450;100'), 4.5);
    assert.equal(readRow('sku;Price;Price Unit', 'A;450;1'), 450);
    assert.equal(readRow('sku;Price;Price Unit', 'A;100;', 'B;5;100'), 'import_price_per');
    assert.equal(readRow('sku;Price;Price Unit', 'A;100;', 'B;5;1'), 100);
    for (const pieces of ['7', 'kg', '0'])
      assert.equal(readRow('sku;Price;Price Unit', `A;100;${pieces}`), 'import_price_per', pieces);
  });

  test('whose row alone says no currency is refused', () => {
    assert.equal(readRow('sku;Preis;Waehrung', 'A;450;', 'B;5;USD'), 450);
    assert.equal(readRow('sku;Preis;Waehrung', 'A;450;', 'B;5;EUR'), 'import_currency_missing');
  });

  test('of a price break is one as any other: in dollars, and of a piece', () => {
    const breaks = 'A;500:71.90';
    assert.equal(readRow('sku;price_breaks;currency', `${breaks};USD`), 71.9);
    assert.equal(readRow('sku;price_breaks;currency', `${breaks};EUR`), 'import_currency');
    assert.equal(
      readRow('sku;price_breaks;currency', `${breaks};`, 'B;500:5;EUR'),
      'import_currency_missing',
    );
    assert.equal(readRow('sku;price_breaks;price_per', `${breaks};1`), 71.9);
    assert.equal(readRow('sku;price_breaks;price_per', 'A;(none);100'), undefined);
    for (const [pieces, other] of [['100'], ['kg'], ['', 'B;500:5;100']] as [string, string?][])
      assert.equal(
        readRow('sku;price_breaks;price_per', `${breaks};${pieces}`, other ?? 'B;;'),
        'import_price_per',
        pieces,
      );
  });
});
