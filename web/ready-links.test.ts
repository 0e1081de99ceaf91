import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

test('no link uses React Router’s prefetch, which reloads the page when a script cannot be fetched', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const pages = sources.filter((file) => file.endsWith('.tsx'));
  assert.ok(pages.length > 50);
  const prefetching = pages.filter((file) =>
    /\sprefetch=/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  assert.deepEqual(prefetching, []);
});
