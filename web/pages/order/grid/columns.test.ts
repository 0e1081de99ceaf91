import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aLine } from '../../../basket/matching/testing.ts';
import { columnsOf, readTyped, type TypedColumn } from './columns.ts';

test('columns for assembly are shown when they are asked for', () => {
  const plain = columnsOf({ designators: false, build: false });
  assert.deepEqual(plain, [
    'number',
    'part',
    'customerRef',
    'quantity',
    'price',
    'stock',
    'total',
    'problem',
  ]);
  const all = columnsOf({ designators: true, build: true });
  assert.deepEqual(
    all.filter((column) => !plain.includes(column)),
    ['designators', 'perBoard', 'attrition', 'leader'],
  );
});

test('what is typed into a cell becomes fields of its line', () => {
  const line = aLine({ quantity: 100, perBoard: 2 });
  const typed: [column: TypedColumn, text: string, fields: object][] = [
    ['part', ' NB-E64 ', { raw: 'NB-E64', productId: null }],
    ['part', '150 NB-E64', { raw: '150 NB-E64', productId: null, quantity: null }],
    ['part', '2.5 m cable', { raw: '2.5 m cable', productId: null }],
    ['part', '', { raw: null, productId: null }],
    ['quantity', '1,500', { quantity: 1500 }],
    ['quantity', '', { quantity: null }],
    ['customerRef', '00123', { customerRef: '00123' }],
    ['designators', 'R1, R2', { designators: 'R1, R2' }],
    ['perBoard', '3', { perBoard: 3, quantity: 150 }],
    ['attrition', '2,5 %', { attrition: 2.5, quantity: 103 }],
    ['leader', '0', { leader: 0, quantity: 100 }],
    ['leader', '20', { leader: 20, quantity: 120 }],
  ];
  for (const [column, text, fields] of typed)
    assert.deepEqual(readTyped(column, text, line, 50), { fields }, `${column}: ${text}`);
  assert.deepEqual(readTyped('perBoard', '3', line, null), { fields: { perBoard: 3 } });
});

test('what cannot be meant is refused, and says what to type', () => {
  const refused: [column: TypedColumn, text: string, fault: RegExp][] = [
    ['quantity', 'many', /whole number/],
    ['quantity', '0', /whole number/],
    ['quantity', '-5', /whole number/],
    ['quantity', '2.5', /whole number/],
    ['quantity', '1.000', /1,000 or 1\?/],
    ['attrition', '101', /0 to 100/],
    ['attrition', '%', /0 to 100/],
    ['customerRef', 'x'.repeat(65), /64 characters/],
    ['part', 'a\0b', /characters/],
  ];
  for (const [column, text, fault] of refused) {
    const typed = readTyped(column, text, undefined, null);
    assert.match('fault' in typed ? typed.fault : 'taken', fault, `${column}: ${text}`);
  }
});
