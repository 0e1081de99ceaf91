import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinUnits, readColumns } from './columns.ts';
import { toDraft } from './draft.ts';
import { eachOnce, Headers } from './headers.ts';

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

test('a number of pieces may have a word for them, and is asked about as without', () => {
  const { columns } = new Headers([]).match(['Product Code/SKU', 'counted']);
  const readRow = (cell: string, decimal?: '.' | ',') => {
    const rows = [{ row: 2, cells: ['A', cell] }];
    const about = { attributes: [], isJson: false };
    const { readings, asks } = readColumns(rows, columns, about, { decimal }, -1);
    return asks[0]?.kind ?? toDraft(rows[0]!.cells, columns, readings, 2).said.counted;
  };
  for (const cell of ['200 pcs', '200 Stk.', '200EA', '200']) assert.equal(readRow(cell), 200, cell);
  for (const cell of ['2.000 pcs', '2.000']) {
    assert.equal(readRow(cell), 'decimal', cell);
    assert.equal(readRow(cell, ','), 2000, cell);
  }
  assert.equal(readRow('200 boxes'), undefined);
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
    const matched = new Headers([]).match(headers.split(';'));
    const { columns } = matched;
    const rows = lines.map((line, n) => ({ row: n + 2, cells: line.split(';') }));
    joinUnits(matched, rows);
    const { readings } = readColumns(rows, columns, { attributes: [], isJson: false }, {}, -1);
    const { fields, errors } = toDraft(rows[0]!.cells, columns, readings, 2);
    return errors.map(({ code }) => code).join() || (fields.price ?? fields.priceBreaks?.[0]?.price);
  };

  test('of several pieces is divided exactly, or refused', () => {
    assert.equal(readRow('sku;Preis;Preiseinheit', 'A;450;100'), 4.5);
    assert.equal(readRow('sku;Price;Price Unit', 'A;450;1'), 450);
    assert.equal(readRow('sku;Price;Price Unit', 'A;100;', 'B;5;100'), 'import_price_per');
    assert.equal(readRow('sku;Price;Price Unit', 'A;100;', 'B;5;1'), 100);
    for (const unit of ['EA', 'C62', 'Stk.'])
      assert.equal(readRow('sku;Price;UOM', `A;450;${unit}`, 'B;5;'), 450);
    assert.equal(readRow('sku;Price;UOM', 'A;450;per 100 pcs.'), 4.5);
    for (const unit of ['kg', 'BOX', 'pack of 10'])
      assert.equal(readRow('sku;Price;Unit', `A;100;${unit}`), 'import_price_unit', unit);
    assert.equal(readRow('sku;Price;PE;ME', 'A;450;100;ST'), 4.5);
    assert.equal(readRow('sku;Price;PE;ME', 'A;450;1;BX'), 'import_price_unit');
    assert.equal(readRow('sku;Price;PE;ME', 'A;450;;BX'), 'import_price_unit');
    // Two columns say it.
    assert.equal(readRow('sku;Price;Price per;Price Unit', 'A;450;100;EA'), 'import_price_open');
    for (const pieces of ['7', '0'])
      assert.equal(readRow('sku;Price;Price Unit', `A;100;${pieces}`), 'import_price_per', pieces);
  });

  test('of another currency by a sign in its header is none in dollars, and a share of something is no price', () => {
    for (const header of ['Price €', 'Preis (€)', '£ Price', 'Preis in EUR'])
      assert.equal(readRow(`sku;${header}`, 'A;5'), undefined, header);
    assert.equal(readRow('sku;Price %', 'A;5'), undefined);
    assert.equal(readRow('sku;Price ($)', 'A;5'), 5);
    assert.equal(readRow('sku;Price', 'A;5', 'B;4 €'), 'import_currency_missing');
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
    assert.equal(readRow('sku;price_breaks;price_per', `${breaks};kg`), 'import_price_unit');
    for (const [pieces, other] of [['100'], ['', 'B;500:5;100']] as [string, string?][])
      assert.equal(
        readRow('sku;price_breaks;price_per', `${breaks};${pieces}`, other ?? 'B;;'),
        'import_price_per',
        pieces,
      );
  });
});

test('of several columns that may be one price none is it before that is said', () => {
  const asked = (names: string[], mapping = {}) => {
    const { columns, asks } = new Headers([]).match(eachOnce(names), mapping);
    const priced = columns.flatMap(({ column, field }) => (field === 'price' ? [column] : []));
    return [priced, asks.map(({ columns }) => columns)];
  };
  assert.deepEqual(asked(['sku', 'Price', 'Price']), [[], [['Price', 'Price (2)']]]);
  assert.deepEqual(asked(['sku', 'Preis', 'Preis neu']), [[], [['Preis', 'Preis neu']]]);
  assert.deepEqual(asked(['sku', 'Preis', 'Alter Preis', 'Price list']), [['Preis'], []]);
  const second = { Price: null, 'Price (2)': 'price' };
  assert.deepEqual(asked(['sku', 'Price', 'Price'], second), [['Price (2)'], []]);
});

test('a SKU that a spreadsheet has shortened is none', () => {
  const codes = (sku: string) => toDraft([sku, 'SSD', 5], COLUMNS, [], 2).errors.map(({ code }) => code);
  assert.deepEqual(codes('4.00638E+12'), ['import_scientific']);
  assert.deepEqual(codes('4E12'), []);
});

test('a lead time is in days, in the unit that the cell or the header says, or asked about', () => {
  const attributes = [{ key: 'capacity', name: 'Capacity', kind: 'number', unit: 'GB' } as const];
  const readRow = (header: string, cell: string) => {
    const { columns } = new Headers(attributes).match(['sku', header]);
    const rows = [{ row: 2, cells: ['A', cell] }];
    const { readings, asks } = readColumns(
      rows,
      columns,
      { attributes: [...attributes], isJson: false },
      {},
      -1,
    );
    return asks[0]?.choices?.join() ?? toDraft(rows[0]!.cells, columns, readings, 2).fields.leadDays;
  };
  assert.equal(readRow('Lead time (weeks)', '2'), 14);
  assert.equal(readRow('Lieferzeit', '2 Wochen'), 14);
  assert.equal(readRow('Lead time', '36 h'), 2);
  assert.equal(readRow('Lead time (days)', '3'), 3);
  assert.equal(readRow('Lead time', '12'), 'day,week');
  // A number of an attribute may be of several units, too.
  assert.match(String(readRow('Capacity', '2')), /GB,TB/);
});

test('weights have the units that a column of their own says', () => {
  const matched = new Headers([]).match(['sku', 'Weight', 'Weight Unit']);
  const rows = [
    ['A', '0,5', 'kg'],
    ['B', 500, 'g'],
    ['C', '1 kg', 'g'],
    ['D', 2, 'stone'],
  ].map((cells, n) => ({ row: n + 2, cells }));
  joinUnits(matched, rows);
  const { columns, unknown } = matched;
  const { readings, asks } = readColumns(rows, columns, { attributes: [], isJson: false }, {}, -1);
  const drafts = rows.map(({ cells, row }) => toDraft(cells, columns, readings, row));
  assert.deepEqual(
    drafts.map(({ fields, told }) => fields.weightGrams ?? told.map(({ code }) => code).join()),
    [500, 500, 1000, 'import_unit'],
  );
  assert.deepEqual([asks, unknown], [[], []]);
});
