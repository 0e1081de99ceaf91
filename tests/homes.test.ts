// Rules about folders that the linter cannot express.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Returns the matches in the files of a glob, as `file: match`. */
function findIn(pattern: string, match: RegExp, exclude: string[] = []): string[] {
  const files = globSync(pattern, { cwd: ROOT, exclude });
  assert.ok(files.length > 0, `there is nothing at ${pattern}`);
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(match)].map(([found]) => `${file}: ${found}`),
  );
}

test('production code imports nothing from the tests', () => {
  const sources = '{contract,content,server,sandbox,web}/**/*.{ts,tsx}';
  assert.deepEqual(findIn(sources, /'[./]+\/tests\/[^']*'/g, ['**/*.test.ts']), []);
});

const NOUNS = 'orders|products|reviews|payments|accounts|images|events|mail|audit';

test('server/http, tests included, imports no noun of the shop and names none of its paths', () => {
  const named = new RegExp(
    `'(\\.\\./|#contract/|(GET |POST |PUT |PATCH |DELETE )?/)(${NOUNS})\\b[^']*'`,
    'g',
  );
  assert.deepEqual(findIn('server/http/*.ts', named), []);
  assert.deepEqual(findIn('server/http/*.test.ts', /tests\/(testing|test-client|fixtures\/\w+)\.ts/g), []);
});

test('contract/ names no type of Node', () => {
  assert.deepEqual(findIn('contract/**/*.ts', /\bBuffer\b|\bNodeJS\.|\bprocess\./g, ['**/*.test.ts']), []);
});
