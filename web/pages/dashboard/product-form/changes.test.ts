import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NewProductSchema } from '#contract/products/schema.ts';
import { plainProduct } from '../../../../tests/fixtures/products.ts';
import { differences, pick, rebase, toSend, withFields } from './changes.ts';
import { inputOf, NEW_PRODUCT, type ProductValues, parseNumber, unreadable, valuesOf } from './values.ts';

const size = { key: 'size', name: 'Size', kind: 'number', unit: 'mm' } as const;
const pwm = { key: 'pwm', name: 'PWM', kind: 'yesno' } as const;
const bearing = { key: 'bearing', name: 'Bearing', kind: 'choice' } as const;
const known = [size, pwm, bearing];

const fan = valuesOf({
  ...plainProduct,
  price: 3.5,
  priceBreaks: [{ from: 1000, price: 3.123456 }],
  category: { slug: 'fans', name: 'Fans' },
  attributes: [
    { ...size, value: 120 },
    { ...pwm, value: false },
  ],
  package: { name: 'tray', pieces: 50 },
  weightGrams: 0.5,
});

describe('the values of the form', () => {
  test('are the input that the product was made of', () => {
    const { name, image } = plainProduct;
    assert.deepEqual(inputOf(fan, known), {
      ...{ name, image, shortDetails: '', minOrder: 100, available: 1000, price: 3.5, multiple: 1 },
      ...{ sku: 'P-1', maker: null, mpn: null, category: 'fans', lifecycle: 'active', leadDays: null },
      ...{ priceBreaks: [{ from: 1000, price: 3.123456 }], package: { name: 'tray', pieces: 50 } },
      ...{ weightGrams: 0.5, attributes: { size: 120, pwm: false }, moreImages: [] },
      ...{ attachments: [], substitutes: [], ean: null, bin: null, reorderPoint: null },
    });
    assert.deepEqual([fan.price, fan.priceBreaks[0]?.price], ['3.50', '3.123456']);
  });

  test('an empty form misses what the specification requires, and nothing else', () => {
    const { error } = NewProductSchema.safeParse(inputOf(NEW_PRODUCT, known));
    const missing = new Set(error?.issues.map(({ path }) => path.join('.')));
    assert.deepEqual([...missing], ['name', 'image', 'shortDetails', 'minOrder', 'available', 'price']);
  });

  test('what is no number is refused at its field', () => {
    const values = withFields(fan, {
      ...{ 'attributes.size': '12,5', weightGrams: 'heavy', leadDays: '2 weeks' },
      ...{ package: { name: 'tray', pieces: '' }, priceBreaks: [{ from: '', price: '1' }] },
    });
    const { error } = NewProductSchema.safeParse({ ...inputOf(values, known), shortDetails: 'A fan' });
    assert.deepEqual(
      new Set(error?.issues.map(({ path }) => path.join('.'))),
      new Set(['attributes.size', 'weightGrams', 'leadDays', 'package.pieces', 'priceBreaks.0.from']),
    );
  });

  test('filled numbers that cannot be read are not called missing', () => {
    const messages = (values: Partial<ProductValues>) =>
      unreadable({ ...fan, ...values }).map(({ field, message }) => `${field}: ${message}`);
    assert.deepEqual(messages({ price: ' 12,50 ', minOrder: '1.5', available: 'many' }), [
      'price: 12,50 is no price: write 12.50',
      'minOrder: 1.5 is no whole number: write it like 1000',
      'available: many is no whole number: write it like 1000',
    ]);
    assert.deepEqual(messages({ price: 'ten' }), ['price: ten is no price: write it like 12.50']);
    assert.deepEqual(messages({ price: '0', minOrder: '', available: '1,000' }), []);
    assert.deepEqual(messages({ price: '', minOrder: ' ', available: '' }), []);
  });

  test('numbers are read as people and files write them', () => {
    for (const [text, number] of [
      ...([
        ['12.50', 12.5],
        [' .5 ', 0.5],
        ['-40', -40],
        ['1,250.75', 1250.75],
        ['1e-7', 1e-7],
      ] as const),
      ...([
        ['12,5', Number.NaN],
        ['', Number.NaN],
        ['1.2.3', Number.NaN],
        ['ten', Number.NaN],
      ] as const),
    ])
      assert.equal(parseNumber(text), number, text);
  });
});

describe('two changes of the same product', () => {
  const theirs = withFields(fan, { price: '4.00', maker: 'Theirs', 'attributes.bearing': 'ball' });

  test('what only others have changed is taken; what both have changed stays mine, and is named', () => {
    const mine = withFields(fan, { price: '4.50', name: 'Mine', 'attributes.bearing': 'ball' });
    const { values, taken, conflicts } = rebase(fan, mine, theirs);
    assert.deepEqual(taken, ['maker']);
    assert.deepEqual(conflicts, ['price']);
    assert.deepEqual(values, withFields(theirs, { price: '4.50', name: 'Mine' }));
    assert.deepEqual(new Set(differences(theirs, values)), new Set(['name', 'price']));
  });

  test('nothing typed: all of theirs', () => {
    assert.deepEqual(rebase(fan, fan, theirs).values, theirs);
  });

  test('a draft is merged like the form that it was typed into', () => {
    const mine = withFields(fan, { price: '4.50', name: 'Mine' });
    const paths = differences(fan, mine);
    const { base, typed } = { base: pick(fan, paths), typed: pick(mine, paths) };
    const restored = rebase(withFields(theirs, base), withFields(theirs, typed), theirs);
    assert.deepEqual(restored.conflicts, ['price']);
    assert.deepEqual(restored.values, withFields(theirs, { price: '4.50', name: 'Mine' }));
  });

  test('a change sends the fields that it has changed, and all attributes for one of them', () => {
    assert.deepEqual(toSend(['price']), new Set(['price']));
    assert.deepEqual(toSend(['attributes.size', 'name']), new Set(['attributes', 'name']));
    assert.deepEqual(toSend(['category']), new Set(['category', 'attributes']));
  });
});
