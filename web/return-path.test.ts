import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loginPath, productIdOf, safeReturnPath } from './return-path.ts';

test('goes back to a page of the shop, with its query and hash', () => {
  for (const path of ['/', '/products/01a', '/dashboard/payment/7', '/allProducts?q=ddr5&sort=name#top']) {
    assert.equal(safeReturnPath(path), path);
  }
});

test('goes home without a page to go back to', () => {
  for (const path of [null, undefined, '', 'dashboard', '?x']) assert.equal(safeReturnPath(path), '/');
});

test('never leaves the shop', () => {
  const traps = [
    '//evil.example',
    '//evil.example/a/page',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /products',
  ];
  for (const trap of traps) assert.equal(safeReturnPath(trap), '/', trap);
});

test('login carries the way back, unless it is the home page anyway', () => {
  assert.equal(loginPath('/'), '/login');
  assert.equal(loginPath('/products/1?a=b'), '/login?from=%2Fproducts%2F1%3Fa%3Db');
});

test('tells which product a path leads to', () => {
  const id = '0192f0c1-7e1a-7d53-8c1e-5d2a1b3c4d5e';
  assert.equal(productIdOf(`/products/${id}`), id);
  for (const path of [
    '/',
    '/products/',
    '/products/a part',
    `/products/${id}/x`,
    `/orders/${id}`,
    `/products/${id}?q=1`,
  ])
    assert.equal(productIdOf(path), undefined);
});
