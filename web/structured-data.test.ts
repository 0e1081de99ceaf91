import assert from 'node:assert/strict';
import { test } from 'node:test';
import { footer, seller } from '#content/shop.ts';
import type { Product } from '#contract/products/schema.ts';
import { breadcrumbData, productData } from './part-data.ts';
import { organizationData, toBlock } from './structured-data.ts';

const SHOP = { ...seller, ...footer };
const ORIGIN = 'https://shop.example.com';
const product = {
  ...{ _id: 'a', sku: 'A/1', name: 'Fan', shortDetails: 'A fan', image: '/images/a.webp' },
  ...{ images: ['/images/a.webp', 'https://pictures.example.com/b.png'], attributes: [] },
  ...{ minOrder: 100, multiple: 30, available: 5000, price: 2, lifecycle: 'active' },
  priceBreaks: [
    { from: 1000, price: 1.8 },
    { from: 1001, price: 1.75 },
  ],
} as unknown as Product;

test('a block of data has no sign by which a text could end it', () => {
  const data = breadcrumbData(ORIGIN, [{ name: '</script><!--<script>', path: '/' }]);
  assert.doesNotMatch(toBlock(data), /</);
  assert.deepEqual(JSON.parse(toBlock(data)), data);
});

test('an offer has the price of the smallest order, and one of each quantity from which it falls', () => {
  const { offers, url, image } = productData(ORIGIN, product, SHOP.name);
  assert.equal(url, `${ORIGIN}/parts/A~1`);
  assert.deepEqual(image, [`${ORIGIN}/images/a.webp`, 'https://pictures.example.com/b.png']);
  assert.equal(offers.price, 2);
  // Two breaks lie between the same multiples of 30.
  assert.deepEqual(
    offers.priceSpecification?.map(({ price, eligibleQuantity: { minValue, maxValue } }) => [
      ...[price, minValue, maxValue],
    ]),
    [
      [2, 120, 1019],
      [1.75, 1020, undefined],
    ],
  );
  assert.equal(offers.availability, 'https://schema.org/InStock');
});

test('a part with less in stock than its smallest order is out of stock', () => {
  const { offers } = productData(ORIGIN, { ...product, available: 119 }, SHOP.name);
  assert.equal(offers.availability, 'https://schema.org/OutOfStock');
  const obsolete = productData(ORIGIN, { ...product, available: 119, lifecycle: 'obsolete' }, SHOP.name);
  assert.equal(obsolete.offers.availability, 'https://schema.org/Discontinued');
});

test('the shop has a postal address in parts', () => {
  const { address } = organizationData(ORIGIN, '/logo.png', SHOP);
  assert.deepEqual(Object.keys(address), ['@type', 'streetAddress', 'addressLocality', 'addressCountry']);
  assert.ok(Object.values(address).every(Boolean));
});
