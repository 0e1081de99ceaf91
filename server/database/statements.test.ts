import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SERVER = join(import.meta.dirname, '..');

/** Where text becomes part of a statement and not one of its values, and why no client can choose that text. */
const EXCEPTIONS: Record<string, string> = {
  'limits/queries.ts': 'numbers of steps, counted there',
  'database/listen.ts': 'the name of a channel, a constant of its caller',
  'database/embedded.ts': 'the name of our own database, a constant',
};

test('no statement is put together from text: everything that a client sends is a value', () => {
  const found: string[] = [];
  for (const file of globSync('**/*.ts', { cwd: SERVER }).map((file) => file.replaceAll('\\', '/'))) {
    if (/(test|testing)\.ts$|^http\/access\//.test(file)) continue;
    const source = readFileSync(join(SERVER, file), 'utf8');
    // Kysely's ways to write what is not a value, and pg's query with a text that has holes or is put together.
    if (
      /\bsql\.(raw|ref|id|table|lit|join)\b|\bdynamic\.(ref|table)\b|\.(orderBy|groupBy|select)\(`/.test(
        source,
      ) ||
      /\.query(<[^(]*>)?\(\s*(`[^`]*\$\{|['"][^'"]*['"]\s*\+)/.test(source)
    ) {
      found.push(file);
    }
  }
  assert.deepEqual(found.sort(), Object.keys(EXCEPTIONS).sort());
});
