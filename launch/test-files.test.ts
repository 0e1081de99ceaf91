// Costs three seconds of a processor: each test starts test processes of its own.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { root } from './child.ts';
import { runUnitTests } from './steps.ts';

mkdirSync(join(root, '.launch'), { recursive: true });
const folder = mkdtempSync(join(root, '.launch', 'toy-tests-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a test file; returns its name relative to the repository. */
function write(name: string, ...lines: string[]): string {
  const path = join(folder, `${name}.test.ts`);
  writeFileSync(path, ["import { after, describe, test } from 'node:test';", ...lines].join('\n'));
  return relative(root, path).replaceAll('\\', '/');
}

const named = (found: { file: string; name: string }[] = []) =>
  found.map(({ file, name }) => `${file.split('/').at(-1)}: ${name}`).sort();

test('what passes, fails, is flaky and is left out is told, each with its name', async () => {
  const seen = JSON.stringify(join(folder, 'seen'));
  const result = await runUnitTests(
    [
      write('passes', "test('one', () => {});", "describe('many', () => { test('two', () => {}); });"),
      write('fails', "test('always', () => { throw new Error('as always'); });"),
      write(
        'flaky',
        "import { existsSync, writeFileSync } from 'node:fs';",
        `test('every second time', () => { if (!existsSync(${seen})) { writeFileSync(${seen}, ''); throw new Error('once'); } });`,
      ),
      write('skips', "test('elsewhere', { skip: 'curl is not installed' }, () => {});"),
      write('skips-all', "describe('all', { skip: 'no server' }, () => { test('inner', () => {}); });"),
      write('empty', ''),
    ],
    {},
  );
  assert.equal(result.good, false);
  assert.equal(result.passed, 3);
  assert.deepEqual(named(result.failures), ['empty.test.ts: the file', 'fails.test.ts: always']);
  assert.match(result.failures!.find(({ name }) => name === 'always')!.error, /as always/);
  assert.deepEqual(named(result.flaky), ['flaky.test.ts: every second time']);
  assert.deepEqual(named(result.leftOut), ['skips-all.test.ts: all', 'skips.test.ts: elsewhere']);
  assert.deepEqual(result.leftOut!.map(({ error }) => error).sort(), ['curl is not installed', 'no server']);
  assert.equal(result.skipped, 2);
});

test('hooks and processes that fail fail their file, and the files behind them still run', async () => {
  const result = await runUnitTests(
    [
      write('hook', "test('good', () => {});", "after(() => { throw new Error('the audit'); });"),
      write('ends', "test('ends', () => process.kill(process.pid, 'SIGKILL'));"),
      write('behind', "test('still', () => {});"),
    ],
    {},
  );
  assert.equal(result.good, false);
  assert.deepEqual(named(result.failures), ['ends.test.ts: the file', 'hook.test.ts: the file']);
  assert.match(result.failures!.find(({ file }) => file.endsWith('hook.test.ts'))!.error, /the audit/);
  assert.equal(result.passed, 2);
});

test('what a file throws behind its end fails it, or the one that was there then', async () => {
  const result = await runUnitTests(
    [
      write(
        'late',
        "test('leaves something', () => { setTimeout(() => { throw new Error('late'); }, 200); });",
      ),
    ],
    {},
  );
  assert.equal(result.good, false);
  assert.deepEqual(named(result.failures), ['late.test.ts: the file, or one before it']);
});
