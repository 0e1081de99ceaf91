// A folder with a catalogue, en.json, says all that people read by it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import compile from 'icu-minify/compile';
import { parseSync } from 'vite';
import { translator } from './translate.ts';

interface Node {
  type: string;
  [field: string]: unknown;
}

const FOLDERS = globSync('**/en.json', { cwd: import.meta.dirname })
  .map(dirname)
  .sort();

/** Attributes that nobody reads, and classes of a column's cells. */
const UNREAD = new Set([
  'className',
  'inputClass',
  'id',
  'name',
  'type',
  'method',
  'inputMode',
  'autoComplete',
  'dir',
]);
const isUnread = ({ type, name, key }: Node) =>
  (type === 'JSXAttribute' && UNREAD.has((name as Node).name as string)) ||
  (type === 'Property' && (key as Node).name === 'cellClass');

/** A word that begins with a capital letter, or two words. */
const IS_READ = /^\p{Lu}\p{Ll}|\p{L} \p{L}/u;

/** Returns the nodes of a file's syntax, without what nobody reads. */
function nodesOf(file: string): Node[] {
  const found: Node[] = [];
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  assert.deepEqual(errors, []);
  (function walk(value: unknown) {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isNode(value) || value.type === 'ImportDeclaration' || value.type.startsWith('TSType')) return;
    if (isUnread(value)) return;
    found.push(value);
    Object.values(value).forEach(walk);
  })(program);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns the text of a literal, of a part of a template, or of an element. */
function textOf({ type, value }: Node): string {
  if (type === 'Literal' || type === 'JSXText') return String(value).trim();
  return type === 'TemplateElement' ? (value as { cooked: string }).cooked : '';
}

/** Returns the keys of `t('key', { params })`, with the names of the params. */
function callsOf(nodes: Node[]): [key: string, params: string[]][] {
  return nodes.flatMap((node): [string, string[]][] => {
    if (node.type !== 'CallExpression' || (node.callee as Node).name !== 't') return [];
    const [key, params] = node.arguments as [Node, Node?];
    const names = (params?.properties ?? []) as { key: { name: string } }[];
    return [[String(key.value), names.map((one) => one.key.name).sort()]];
  });
}

/** Returns the names of the params of a compiled message, also of those within plurals. */
function paramsOf(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  const within = message.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, , options] = part as [string, unknown?, object?];
    return [name, ...Object.values(options ?? {}).flatMap(paramsOf)];
  });
  return [...new Set(within)].sort();
}

for (const folder of FOLDERS)
  describe(`web/${folder}`, () => {
    const path = join(import.meta.dirname, folder);
    const messages: Record<string, string> = JSON.parse(readFileSync(join(path, 'en.json'), 'utf8'));
    const files = globSync('*.{ts,tsx}', { cwd: path, exclude: ['*.test.ts'] });
    const nodes = files.flatMap((file) => nodesOf(join(path, file)));

    test('has no words outside of its catalogue', () => {
      const said = nodes.map(textOf).filter((text) => IS_READ.test(text));
      assert.deepEqual(said, []);
    });

    test('uses every message, with the params that it names', () => {
      const calls = callsOf(nodes);
      assert.deepEqual([...new Set(calls.map(([key]) => key))].sort(), Object.keys(messages));
      for (const [key, params] of calls) assert.deepEqual(params, paramsOf(compile(messages[key]!)), key);
    });
  });

test('messages say numbers and plurals as the language has them', () => {
  const lines = compile('{lines, plural, =0 {No lines} one {# line of {name}} other {# lines of {name}}}');
  const t = translator({ lines, plain: 'It’s all', price: compile('{price} each, {pieces, number} pcs') });
  const said = [0, 1, 1200].map((count) => t('lines', { lines: count, name: 'NB-1' }));
  assert.deepEqual(said, ['No lines', '1 line of NB-1', '1,200 lines of NB-1']);
  assert.equal(t('plain'), 'It’s all');
  assert.equal(t('price', { price: '$2.50', pieces: 12_500 }), '$2.50 each, 12,500 pcs');
});
