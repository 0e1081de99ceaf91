import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { partPath } from '#contract/kernel/addresses.ts';
import type { Product } from '#contract/products/schema.ts';
import { addProduct } from '../../tests/fixtures/purchases.ts';
import { startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';

const PUBLIC_URL = 'https://shop.example.com';
const shop = await startTestShop({ PUBLIC_URL }, { withoutPages: false });
after(() => shop.close());

async function open(path: string) {
  const answer = await fetch(shop.origin + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

type Data = Record<string, unknown>;

/** The blocks of data of a page, by their types. */
function readData(html: string): Map<unknown, Data> {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return new Map(
    blocks.map(([, text]) => {
      const data: Data = JSON.parse(text!);
      assert.equal(data['@context'], 'https://schema.org');
      return [data['@type'], data];
    }),
  );
}

const AVAILABILITY = ['InStock', 'OutOfStock', 'Discontinued'].map((word) => `https://schema.org/${word}`);

function requireText(value: unknown, what: string): asserts value is string {
  assert.ok(typeof value === 'string' && value.trim() !== '', what);
}

function requirePrice({ price, priceCurrency }: Data, what: string): number {
  assert.equal(priceCurrency, 'USD', what);
  assert.ok(typeof price === 'number' && price > 0, what);
  return price;
}

/**
 * What Google requires and recommends of a product that is sold on the page, as far as it concerns this shop:
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
function requireMerchantListing(data: Data, product: Product): void {
  for (const field of ['name', 'description', 'sku', 'url']) requireText(data[field], field);
  assert.equal(data.name, product.name);
  assert.equal(data.sku, product.sku);
  const images = data.image as string[];
  assert.ok(images.length > 0 && images.every((image) => /^https?:\/\//.test(image)), 'image');
  if (product.maker) assert.deepEqual(data.brand, { '@type': 'Brand', name: product.maker });
  if (product.mpn) assert.equal(data.mpn, product.mpn);
  // An AggregateOffer is for several sellers.
  const offer = data.offers as Data;
  assert.equal(offer['@type'], 'Offer');
  const price = requirePrice(offer, 'offer');
  assert.ok(AVAILABILITY.includes(offer.availability as string));
  assert.equal(offer.itemCondition, 'https://schema.org/NewCondition');
  requireText(offer.url, 'offer.url');
  const specifications = (offer.priceSpecification ?? []) as Data[];
  assert.equal(specifications.length, product.priceBreaks.length && product.priceBreaks.length + 1);
  let last: { price: number; from: number } | undefined;
  for (const specification of specifications) {
    assert.equal(specification['@type'], 'UnitPriceSpecification');
    // Google takes a price with a type for another than the one that is asked.
    assert.equal(specification.priceType, undefined);
    const next = {
      price: requirePrice(specification, 'break'),
      from: (specification.eligibleQuantity as { minValue: number }).minValue,
    };
    if (last) assert.ok(next.from > last.from && next.price < last.price, 'breaks fall');
    else assert.equal(next.price, price, 'the first break has the price of the offer');
    last = next;
  }
}

/** https://developers.google.com/search/docs/appearance/structured-data/breadcrumb */
function requireBreadcrumb(data: Data): void {
  const items = data.itemListElement as Data[];
  assert.ok(items.length >= 2);
  items.forEach((item, index) => {
    assert.equal(item['@type'], 'ListItem');
    assert.equal(item.position, index + 1);
    requireText(item.name, 'name');
    assert.ok(String(item.item).startsWith(`${PUBLIC_URL}/`));
  });
}

/** Parts of each category whose pages are read. */
const MOST_READ = 3;

test('parts of all categories of the demo have pages with data that search engines accept', async () => {
  const { body: products } = await shop.call('GET /products');
  assert.ok(products.length >= 24);
  const ofCategory = Map.groupBy(products as Product[], ({ category }) => category);
  for (const product of [...ofCategory.values()].flatMap((parts) => parts.slice(0, MOST_READ))) {
    const { status, html } = await open(partPath(product.sku));
    assert.equal(status, 200, product.sku);
    assert.ok(
      html.includes(`<link rel="canonical" href="${PUBLIC_URL}${partPath(product.sku)}"/>`),
      product.sku,
    );
    assert.match(html, /<meta name="description" content="[^"]{40,}"\/>/);
    const data = readData(html);
    requireMerchantListing(data.get('Product')!, product);
    requireBreadcrumb(data.get('BreadcrumbList')!);
  }
});

test('the home page names the organization, with a logo that exists', async () => {
  const { html } = await open('/');
  assert.ok(html.includes(`<link rel="canonical" href="${PUBLIC_URL}/"/>`));
  const data = readData(html).get('Organization')!;
  for (const field of ['name', 'url', 'logo']) requireText(data[field], field);
  const logo = await fetch(shop.origin + new URL(data.logo as string).pathname);
  assert.equal(logo.headers.get('content-type'), 'image/png');
});

test('no text of a product ends its block of data', async () => {
  const hostile = `</script><script>alert(1)</script><!--<script> \u2028 & "quotes"`;
  // A name is one line. By the database: one does not sign in at this address.
  const name = hostile.replace('\u2028', ' ');
  await addProduct(shop.database, 10, {
    ...{ name, shortDetails: hostile, maker: name, sku: 'EVIL/1 #2', price: 1.5 },
  });
  await until(async () => (await open(partPath('EVIL/1 #2'))).status === 200);
  const { html } = await open(partPath('EVIL/1 #2'));
  assert.equal(html.includes('<script>alert'), false);
  const data = readData(html).get('Product')!;
  assert.equal(data.name, name);
  assert.equal((data.offers as Data).availability, 'https://schema.org/OutOfStock');
});
