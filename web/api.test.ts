import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestOf } from './api.ts';

test('a call becomes method, address and body', () => {
  assert.deepEqual(requestOf('GET /products', {}), { method: 'GET', path: '/products', body: null });
  assert.deepEqual(requestOf('GET /orders', { query: { email: 'a+b@x.com', after: undefined } }), {
    method: 'GET',
    path: '/orders?email=a%2Bb%40x.com',
    body: null,
  });
  assert.deepEqual(requestOf('PATCH /orders/:id', { params: { id: 'a/../b?c' }, body: { order: 1 } }), {
    method: 'PATCH',
    path: '/orders/a%2F..%2Fb%3Fc',
    body: '{"order":1}',
  });
});

test('a form with a file is sent unchanged', () => {
  const form = new FormData();
  assert.equal(requestOf('POST /images', { body: form }).body, form);
});
