import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { guards } from './guards.ts';

const root = join(import.meta.dirname, '../../..');

for (const { name, file, code, tests } of guards) {
  test(`'${name}' is where the list says`, () => {
    assert.equal(readFileSync(join(root, file), 'utf8').split(code).length - 1, 1, `${file}: ${code}`);
    for (const path of tests) assert.ok(existsSync(join(root, path)), path);
  });
}
