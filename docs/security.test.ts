import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

test('each test that SECURITY.md names exists', () => {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  const named = [...text.matchAll(/`([\w/-]+\.(?:test|spec)\.ts)`/g)].map(([, file]) => file!);
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
});
