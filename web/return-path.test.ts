import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loginPath, productIdOf, safeReturnPath } from './return-path.ts';

test('returns to a page of the shop, with its query and hash', () => {
  for (const path of ['/', '/products/01a', '/dashboard/payment/7', '/allProducts?q=ddr5&sort=name#top']) {
    assert.equal(safeReturnPath(path), path);
  }
});

test('returns to the home page without a path', () => {
  for (const path of [null, undefined, '', 'dashboard', '?x']) assert.equal(safeReturnPath(path), '/');
});

test('never leaves the shop', () => {
  const traps = [
    ...['//evil.example', '//evil.example/a/page', '///evil.example', '/\\evil.example', '\\\\evil.example'],
    ...['/\t/evil.example', '/\n/evil.example', '/.//evil.example', '/x/..//evil.example'],
    ...['https://evil.example', 'https:evil.example', 'http:/evil.example', 'HTTPS://EVIL.EXAMPLE'],
    ...['javascript:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x'],
    ...['evil.example', '@evil.example', ' /products'],
  ];
  for (const trap of traps) assert.equal(safeReturnPath(trap), '/', trap);
});

test('takes addresses of the shop that look like outside ones', () => {
  const inside = [
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%2f%2fevil.example',
    '/allProducts?next=//evil.example',
  ];
  for (const path of inside) assert.equal(safeReturnPath(path), path);
});

test('login has the return path, unless it is the home page', () => {
  assert.equal(loginPath('/'), '/login');
  assert.equal(loginPath('/products/1?a=b'), '/login?from=%2Fproducts%2F1%3Fa%3Db');
});

test('returns the product of a path', () => {
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
