import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAttribute, readBreaks, readNumber, readParts, readText, toStorable } from './cells.ts';
import { KINDS } from './kinds.ts';

test('a cell loses marks that turn the direction of what stands after it, as other texts do', () => {
  assert.equal(toStorable('\u202aD5R-4800-64\u202c'), 'D5R-4800-64');
  assert.equal(toStorable('\u2067מעבד\u2069 100'), 'מעבד 100');
});

test('a cell longer than those of spreadsheets is an error wherever it stands, and is kept cut', () => {
  const longest = '1'.repeat(32_767);
  assert.equal(toStorable(longest), longest);
  const cell = toStorable(`${longest}1`);
  assert.deepEqual(cell, { odd: 'long', shown: longest });
  const attribute = { key: 'cores', name: 'Cores', kind: 'number' as const };
  for (const read of [
    readText(cell),
    readNumber(cell, {}),
    readAttribute(cell, attribute, {}),
    readBreaks(cell, {}),
  ])
    assert.ok('error' in read);
});

test('of a list that is too long one more is read than may be', () => {
  const reads = [
    [readParts('a;'.repeat(16_000)), 11],
    [readBreaks('0:0;'.repeat(8_000), {}), 21],
    [KINDS.addresses.read('a '.repeat(16_000), {}), 12],
  ] as const;
  for (const [read, length] of reads) assert.equal('value' in read && read.value.length, length);
});

test('price breaks are read with points where these can be nothing else, whatever the sign of the file is', () => {
  const read = (cell: string) => readBreaks(cell, { decimal: ',' });
  const value = [
    { from: 500, price: 95.2 },
    { from: 2000, price: 92.85 },
  ];
  assert.deepEqual(read('500:95.20; 2000:92.85'), { value });
  assert.deepEqual(read('500:95,20; 2.000:92,85'), { value });
  assert.deepEqual(read('500:1.234'), { value: [{ from: 500, price: 1234 }] });
  assert.ok('error' in read('500:1.2.3'));
});

test('numbers that can be read in one way alone are, others are in doubt', () => {
  const of = (cell: string) => {
    const read = readNumber(cell, { doubtPoint: true });
    return 'value' in read ? read.value : read.error.split(' ')[0];
  };
  for (const [cell, value] of [
    ['1.250,50', 1250.5],
    ['1,250.50', 1250.5],
    ['4,5', 4.5],
    ['1.250.000', 1_250_000],
    ['12.5', 12.5],
    ['1.250', 'import_decimal'],
    ['1,250', 'import_decimal'],
    ['1,5,3', 'import_number'],
  ] as const)
    assert.equal(of(cell), value, cell);
});

test('a sign alone is no number', () => {
  for (const cell of ['-', '$', '-$', '+']) assert.ok('error' in readNumber(cell, {}), cell);
});
