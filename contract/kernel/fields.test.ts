import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NameSchema } from '../accounts/schema.ts';
import { CategoryFieldsSchema } from '../categories/schema.ts';
import { ListLineSchema } from '../lists/schema.ts';
import { NewRefundSchema } from '../payments/refunds.ts';
import { ProductFieldsSchema } from '../products/schema.ts';
import { NewOrderSchema } from '../purchases/orders.ts';
import { NewReturnSchema } from '../returns/schema.ts';
import { NewMovementSchema } from '../stock/schema.ts';
import {
  foldedLine,
  freeText,
  ReasonSchema,
  requiredLine,
  requiredText,
  shownLine,
  shownText,
} from './fields.ts';

const TURNS = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];

test('texts lose what would turn the direction of the text beside them, and count without it', () => {
  for (const turn of TURNS) {
    for (const schema of [freeText(4), shownText(4), requiredText('missing', 4), requiredLine('missing', 4)])
      assert.equal(
        schema.parse(`${turn}ab${turn}\u05d0\u05d1${turn}`),
        'ab\u05d0\u05d1',
        JSON.stringify(turn),
      );
    assert.equal(requiredText('missing', 4).safeParse(turn).error?.issues[0]?.message, 'missing');
  }
});

test('a text that is far too long is refused before it is cleaned', () => {
  const clean = (text: string) => assert.fail(`${text.length} characters are cleaned`);
  for (const schema of [requiredText('missing', 4, clean), shownText(4, clean)])
    assert.match(schema.safeParse('\u0315\u0300'.repeat(600)).error?.issues[0]?.message ?? '', /^too_long/);
  assert.equal(shownText(4).parse(`${' '.repeat(1_000)}DDR5`), 'DDR5');
});

test('text of several lines is put on one where it is to be printed on one', () => {
  for (const ending of ['\n', '\r\n', '\t', '\u2028', '\u0085', '\u000b']) {
    for (const schema of [foldedLine('missing', 20), shownLine(20)])
      assert.equal(schema.parse(` DDR5${ending}Memory${ending}`), 'DDR5 Memory');
  }
  for (const schema of [foldedLine('missing', 20), shownLine(20)])
    assert.equal(schema.safeParse('a\0b').error?.issues[0]?.message, 'unstorable');
});

test('what prints on one line has no line breaks, wherever it comes in', () => {
  const name = 'Fan\n120 mm';
  const folded = 'Fan 120 mm';
  assert.equal(ProductFieldsSchema.shape.name.parse(name), folded);
  assert.equal(ProductFieldsSchema.shape.maker.parse(name), folded);
  assert.equal(ProductFieldsSchema.shape.package.parse({ name, pieces: 1 })?.name, folded);
  assert.deepEqual(ProductFieldsSchema.shape.attributes.parse({ size: name }), { size: folded });
  assert.equal(CategoryFieldsSchema.shape.name.parse(name), folded);
  assert.equal(ListLineSchema.shape.customerRef.parse(name), folded);
  assert.equal(ListLineSchema.shape.designators.parse(name), folded);
  assert.equal(NewOrderSchema.shape.phone.parse('1\n2'), '1 2');
  assert.equal(NameSchema.parse('Eve\nPAID IN FULL'), 'Eve PAID IN FULL');
  assert.deepEqual(ReasonSchema.parse({ why: name }), { why: folded });
  assert.equal(NewRefundSchema.parse({ reason: name }).reason, folded);
  assert.equal(NewMovementSchema.parse({ kind: 'received', quantity: 1, why: name }).why, folded);
  const line = { orderId: 'x', quantity: 1, reason: name };
  assert.equal(NewReturnSchema.parse({ lines: [line] }).lines[0]?.reason, folded);
});
