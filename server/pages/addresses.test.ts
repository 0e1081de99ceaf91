import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comparePath, partPath } from '#contract/kernel/addresses.ts';
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
    '/dashboard/company/': '/dashboard/company',
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

test('a part has the address of its SKU, in any case of letters; an unknown one is not found', async () => {
  const admin = await shop.signInAdmin();
  const add = async (sku: string) => {
    const body = {
      name: sku,
      image: '/images/x.webp',
      shortDetails: 'x',
      minOrder: 1,
      available: 1,
      price: 1,
    };
    assert.equal(
      (await shop.call('POST /products', { token: admin.token, body: { ...body, sku } })).status,
      201,
    );
  };
  const longest = '語'.repeat(64);
  for (const sku of ['A/../b #1', longest]) await add(sku);
  const own = {
    '/parts/d5u-5600-32': '/parts/D5U-5600-32',
    '/Parts/D5U-5600-32/': '/parts/D5U-5600-32',
    '/parts/d5u-5600-32?x=1': '/parts/D5U-5600-32?x=1',
    '/parts/a%2F..%2Fb%20%231': '/parts/A~..~b%20%231',
    '/parts/A~..~B%20%231': '/parts/A~..~b%20%231',
    [encodeURI(`/parts/${longest}`).toLowerCase()]: encodeURI(`/parts/${longest}`),
  };
  for (const [path, expected] of Object.entries(own)) {
    const answer = await open(path);
    assert.equal(answer.status, 308, path);
    assert.equal(answer.headers.get('location'), expected);
    const page = await open(expected);
    assert.equal(page.status, 200, expected);
    assert.match(page.headers.get('etag')!, /^W\//);
    const json = await fetch(shop.origin + expected, { headers: { accept: 'application/json' } });
    assert.equal(json.status, 200, expected);
    assert.equal(partPath((await json.json()).sku), expected.split('?')[0]);
  }
  const unknown = await open('/parts/NO-SUCH~PART');
  assert.equal(unknown.status, 404);
  assert.match(await unknown.text(), /<bdi>NO-SUCH\/PART<\/bdi>.*href="\/allProducts\?q=NO-SUCH%2FPART"/s);
});

test('parts are compared on the server; what is not sold any more is said', async () => {
  const { body } = await shop.call('GET /products');
  const [first, second] = body;
  const html = async (ids: string[]) => (await open(comparePath(ids))).text();
  const page = await html([first._id, second._id, 'gone']);
  for (const { sku } of [first, second]) assert.ok(page.includes(`href="${partPath(sku)}"`), sku);
  assert.ok(page.includes('One of the parts is no longer sold.'));
  assert.ok(page.includes(`href="${comparePath([second._id])}"`), 'the way to remove the first');
  assert.ok((await html([])).includes('Choose up to'));
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

test('without scripts no form sends a password, or anything but a search, by its address; pages that need scripts say so', async () => {
  for (const path of [
    ...[
      '/',
      '/allProducts',
      '/compare',
      '/order',
      '/order/checkout',
      '/login',
      '/signup',
      '/forgot-password',
    ],
    ...[
      '/reset-password',
      '/verify-email',
      '/dashboard',
      '/parts/D5U-5600-32',
      `/products/${product}`,
      '/blogs',
      '/nothing',
    ],
  ]) {
    const page = await (await open(path)).text();
    for (const [form = ''] of page.matchAll(/<form[\s\S]*?<\/form>/g)) {
      const method = form.match(/^<form[^>]* method="(\w+)"/)?.[1];
      assert.ok(
        method === 'post' || method === 'dialog' || method === 'get',
        `${path}: ${form.slice(0, 200)}`,
      );
      if (method === 'get') assert.match(form, / action="\/allProducts"/, path);
      if (form.includes('type="password"')) assert.equal(method, 'post', path);
    }
    const needs = /<noscript><p[^>]*>This page needs JavaScript/.test(page);
    const isExpected = /^\/(order$|login|signup|forgot|dashboard|products\/)/.test(path);
    if (isExpected) assert.ok(needs, path);
  }
});
