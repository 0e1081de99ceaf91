// nightly: reads hundreds of files
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Guard } from './guard.ts';
import { guards } from './guards.ts';
import { takeAway } from './take-away.ts';

const root = join(import.meta.dirname, '../../..');

for (const guard of guards) {
  test(`'${guard.name}' can be taken away`, () => {
    const source = readFileSync(join(root, guard.file), 'utf8');
    assert.notEqual(takeAway(guard, source), source);
    for (const path of guard.tests) assert.ok(existsSync(join(root, path)), path);
  });
}

test('a guard is found however its code is indented and broken, and without it the rest stays as it is', () => {
  const guard: Guard = {
    name: 'g',
    file: 'f.ts',
    code: '  if (a && b) stop(a, b);\n',
    without: '',
    tests: [],
  };
  assert.equal(takeAway(guard, 'x;\n  if (a && b)\n    stop(\n\ta,\n\tb);\n  y;\n'), 'x;\n  \n  y;\n');
  assert.equal(takeAway({ ...guard, code: ' && b', without: ' || b' }, 'a\n  && b;'), 'a\n   || b;');
});

test('a guard that is not there, or is there twice, is an error with its name', () => {
  const guard: Guard = { name: 'the till is locked', file: 'f.ts', code: 'lock();', without: '', tests: [] };
  assert.throws(() => takeAway(guard, 'unlock;'), /'the till is locked': its code is not in f\.ts/);
  assert.throws(() => takeAway(guard, 'lock(); lock( );'), /'the till is locked': .* more than once/);
});
