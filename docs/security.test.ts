import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { guards } from '../tests/stress/guards/guards.ts';

const ROOT = join(import.meta.dirname, '..');

test('each test that SECURITY.md names fails without a guard of `npm run guards`', () => {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  const named = [...text.matchAll(/`([\w/-]+\.(?:test|spec)\.ts)`/g)].map(([, file]) => file!);
  const tried = new Set(guards.flatMap(({ tests }) => tests));
  // Guards are tested on Node only.
  const isTried = (file: string) =>
    file.endsWith('.spec.ts') ? existsSync(join(ROOT, file)) : tried.has(file);
  assert.deepEqual(
    named.filter((file) => !isTried(file)),
    [],
  );
});
