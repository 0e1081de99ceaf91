import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { findMarks, withoutMarked } from './marks.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MOST = 60;

test(`at most ${MOST} guards are marked; each names tests that exist and can be taken away`, () => {
  const marks = findMarks(ROOT);
  assert.ok(marks.length > 0 && marks.length <= MOST, `${marks.length} marks`);
  for (const { file, line, tests } of marks) {
    for (const path of tests) assert.ok(existsSync(join(ROOT, path)), `${file}:${line}: ${path}`);
    stripTypeScriptTypes(withoutMarked(readFileSync(join(ROOT, file), 'utf8'), line));
  }
});

test('removes one statement, one part of a chain or one line of SQL', () => {
  assert.equal(withoutMarked('// guard\nif (a)\n  throw b;\nc;', 1), '// guard\nc;');
  assert.equal(withoutMarked('// guard\nif (a) {\n  b;\n\n  c;\n}\nd;', 1), '// guard\nd;');
  assert.equal(withoutMarked('x\n  // guard\n  .where(a)\n  .execute()', 2), 'x\n  // guard\n  .execute()');
  assert.equal(
    withoutMarked('  when a then b\n  -- guard\n  when c then d\nend', 2),
    '  when a then b\n  -- guard\nend',
  );
});
