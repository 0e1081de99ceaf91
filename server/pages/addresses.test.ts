import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop({}, { withoutPages: false });
const product = (await shop.call('GET /products')).body[0]._id;
after(() => shop.close());

const open = (path: string) =>
  fetch(shop.origin + path, { headers: { accept: 'text/html' }, redirect: 'manual' });

test('a page has one address, and its other spellings lead there', async () => {
  const own = {
    '/ALLPRODUCTS': '/allProducts',
    '/allProducts/': '/allProducts',
    '/%61llProducts': '/allProducts',
    '/allproducts/?q=fan&x=1': '/allProducts?q=fan&x=1',
    '/Dashboard/': '/dashboard',
    '/dashboard/Orders/Made-Up/Receipt': '/dashboard/orders/Made-Up/receipt',
    [`/Products/${product}/`]: `/products/${product}`,
    [`/products/${product}/`]: `/products/${product}`,
  };
  for (const [path, expected] of Object.entries(own)) {
    const answer = await open(path);
    assert.equal(answer.status, 308, path);
    assert.equal(answer.headers.get('location'), expected);
    assert.equal((await open(expected)).status, 200, expected);
  }
  for (const path of ['/nothing/', '/%zz', '/allProducts/x'])
    assert.ok([400, 404].includes((await open(path)).status), path);
});

test('the server renders a page by the fields that its route names, and by no others', async () => {
  const bytes = async (path: string) => (await open(path)).text();
  for (const path of ['/', '/allProducts', '/login', '/signup', '/dashboard', `/products/${product}`])
    assert.equal(await bytes(`${path}?utm_source=x&sorted=name`), await bytes(path), path);
  for (const [path, shown] of [
    ['/allProducts?q=fan', 'value="fan"'],
    ['/allProducts?sort=price', '<option value="price" selected="">'],
    [`/allProducts?after=${product}`, 'From the first product'],
    [`/login?from=/products/${product}`, 'to order'],
    ['/login?error=unavailable', 'role="alert"'],
    ['/login?from=/allProducts', '/signup?from=%2FallProducts'],
    ['/signup?from=/allProducts', '/login?from=%2FallProducts'],
  ] as const)
    assert.ok((await bytes(path)).includes(shown), path);
});
