import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CategoryFieldsSchema } from '../categories/schema.ts';
import { wordsOfProblem } from '../problem-words.ts';
import { NewProductSchema, ProductChangeSchema } from '../products/schema.ts';
import { NewOrderSchema } from '../purchases/orders.ts';
import { fieldError, readMessage, say } from './field-message.ts';
import { fieldWords, wordsOfField } from './field-words.ts';

describe('a message of a schema', () => {
  test('is a code, of which words are made', () => {
    assert.deepEqual(readMessage(say('too_few')), {
      message: 'Please Enter Minimum Quantity.',
      code: 'too_few',
    });
    assert.deepEqual(fieldError('phone', 'too_long', { most: 50 }), {
      ...{ field: 'phone', message: '50 characters at most', code: 'too_long', params: { most: 50 } },
    });
  });

  test('says of a number with a comma that nobody guesses it', () => {
    assert.equal(
      readMessage(say('import_decimal', { value: '75,50' })).message,
      'We do not guess how 75,50 is meant: say whether a point or a comma begins the decimals',
    );
  });

  test("stays as it is when it is zod's own", () => {
    const message = 'Invalid input: expected string, received undefined';
    for (const own of [message, 'toString', '', ' too_few'])
      assert.deepEqual(readMessage(own), { message: own });
  });

  test('is ours in whatever of a product or a category is nested and of a wrong type', () => {
    const wrong: [schema: typeof ProductChangeSchema | typeof CategoryFieldsSchema, ...fields: object[]][] = [
      [
        ProductChangeSchema,
        ...['x', [1], [{}], [{ from: 'x', price: '1' }]].map((priceBreaks) => ({ priceBreaks })),
        ...['x', [1], { a: null }, { a: [] }, { [`a${'b'.repeat(60)}`]: 1 }].map((attributes) => ({
          attributes,
        })),
        ...['x', {}, { name: 1, pieces: 'x' }].map((packed) => ({ package: packed })),
        ...['x', [1], [null]].map((moreImages) => ({ moreImages })),
        ...[{ lifecycle: 1 }, { weightGrams: '1' }, { revision: 'x' }, { category: 1 }, { sku: {} }],
      ],
      [
        CategoryFieldsSchema,
        ...['x', [1], [{}], [{ key: 'a', name: 'A', kind: 'x', unit: 1 }]].map((attributes) => ({
          ...{ name: 'Fans', attributes },
        })),
        ...[{ name: 'Fans', parent: 1 }, { name: {} }],
      ],
    ];
    for (const [schema, ...inputs] of wrong)
      for (const input of inputs) {
        const { error } = schema.safeParse(input);
        assert.ok(error, JSON.stringify(input));
        for (const { message } of error.issues)
          assert.ok(readMessage(message).code, `${JSON.stringify(input)}: ${message}`);
      }
  });

  test('says the same of a product and of an order as always', () => {
    const words = (result: { error?: { issues: { message: string }[] } }) =>
      result.error?.issues.map(({ message }) => readMessage(message).message);
    const product = { name: 'Part', image: '/images/x.webp', shortDetails: 'A part', available: 0 };
    assert.deepEqual(words(NewProductSchema.safeParse({ ...product, minOrder: 5000, price: 200 })), [
      'The smallest order, 5,000 pieces, comes to $1,000,000.00. A card can be charged $999,999.99 at most, so nobody could order it. Lower the price or the min. quantity.',
    ]);
    const order = { name: '', email: '', productName: 'Part', available: 0, price: 1, shippingAdd: '' };
    assert.deepEqual(words(NewOrderSchema.safeParse({ ...order, order: 250.5, phone: '0'.repeat(51) })), [
      'Parts are sold in whole pieces.',
      '50 characters at most',
    ]);
  });
});

describe('a code that another version has sent', () => {
  test('has no words here', () => {
    for (const code of [undefined, 'toString', 'from_the_future']) {
      assert.equal(wordsOfField(code), undefined);
      assert.equal(wordsOfProblem(code, {}), undefined);
    }
    assert.equal(wordsOfField('too_long'), undefined);
    assert.equal(wordsOfProblem('not_found', { what: 'parcel' }), undefined);
    assert.equal(wordsOfProblem('not_found', undefined), undefined);
  });

  test('and one of this version has its own', () => {
    assert.equal(wordsOfField('too_long', { most: 5 }), fieldWords.too_long({ most: 5 }));
    assert.equal(
      wordsOfProblem('not_found', { what: 'order' }),
      'This order was not found. It may have been removed.',
    );
  });
});
