import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hashOf, readStamp, removeStamp, writeStamp } from './stamp.mjs';

const root = mkdtempSync(join(tmpdir(), 'northbridge-stamp-test-'));
after(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, content: string): void {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), content);
}

test('a hash depends on every name and content, and on nothing else', () => {
  const hash = () => hashOf(root, ['web', 'content', 'vite.config.ts'], ['content/pictures']);
  write('web/root.tsx', 'a');
  write('content/words.ts', 'b');
  const seen = new Set([hash()]);
  const changes: [string, string][] = [
    ['web/root.tsx', 'changed'],
    ['web/pages/home.tsx', ''],
    ['web/pages/home2.tsx', ''],
    ['vite.config.ts', ''],
    ['content/words.ts', 'bb'],
  ];
  for (const [name, content] of changes) {
    write(name, content);
    assert.equal(seen.has(hash()), false, name);
    seen.add(hash());
  }
  rmSync(join(root, 'web/pages/home2.tsx'));
  assert.equal(seen.has(hash()), false);
  const before = hash();
  write('content/pictures/board.png', 'pixels');
  write('server/main.ts', 'not asked for');
  utimesSync(join(root, 'web/root.tsx'), 1, 1);
  assert.equal(hash(), before);
});

test('content that moves from one file to the next changes the hash', () => {
  write('one', 'ab');
  write('two', 'c');
  const before = hashOf(root, ['one', 'two']);
  write('one', 'a');
  write('two', 'bc');
  assert.notEqual(hashOf(root, ['one', 'two']), before);
});

test('a stamp is read as it was written, and is empty when it is missing', () => {
  const file = join(root, 'stamp');
  assert.equal(readStamp(file), '');
  writeStamp(file, 'abc linux-x64');
  assert.equal(readStamp(file), 'abc linux-x64');
  removeStamp(file);
  removeStamp(file);
  assert.equal(readStamp(file), '');
});
