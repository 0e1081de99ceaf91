import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { requestOf } from './api.ts';
import { dashboardCalls } from './dashboard-calls.ts';

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

test('calls of the dashboard are named by its pages alone, as others do not load them', async () => {
  const web = new URL('./', import.meta.url);
  const names = new RegExp(`'(${Object.keys(dashboardCalls).join('|')})'`);
  const files = (await readdir(web, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const others = files.filter((file) => !file.startsWith('pages/dashboard/'));
  assert.ok(others.length > 100);
  for (const file of others) {
    const text = await readFile(new URL(file, web), 'utf8');
    assert.doesNotMatch(text, names, `web/${file}`);
    assert.doesNotMatch(text, /(from|import\() ?'[./]+(pages\/)?dashboard\//, `web/${file}`);
  }
});
