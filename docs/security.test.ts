import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

test('every test that SECURITY.md calls to witness is there', () => {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  const files = [...text.matchAll(/`([\w/-]+\.(?:test|spec)\.ts)`/g)].map(([, file]) => file!);
  assert.ok(files.length > 15);
  assert.deepEqual(
    files.filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
});
