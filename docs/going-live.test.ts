import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PROVIDER_CALLS } from '#contract/payments.ts';
import { readSteps, readUpdate } from '../tests/deploy/install.ts';

test('going-live.md lists the right of a restricted key that each call at Stripe needs', async () => {
  const guide = await readFile(new URL('going-live.md', import.meta.url), 'utf8');
  const rows = guide.split('\n').filter((line) => /^\| \w+ \| (?:read|write) \|/.test(line));
  const calls = rows.join().match(/`\w+`/g);
  assert.deepEqual(new Set(calls), new Set(PROVIDER_CALLS.map((call) => `\`${call}\``)));
});

test('going-live.md begins with at most 15 numbered commands, each of which bash can read', async () => {
  const steps = await readSteps();
  assert.deepEqual(
    steps.map(({ number }) => number),
    steps.map((_, n) => n + 1),
  );
  assert.ok(steps.length > 5 && steps.length <= 15);
  // The first asks for values of one's own.
  for (const { command } of steps.slice(1)) requireReadable(command);
});

test('going-live.md updates a shop by three blocks of commands: beside it, in its place, and back', async () => {
  const blocks = await readUpdate();
  assert.equal(blocks.length, 3);
  blocks.forEach(requireReadable);
});

function requireReadable(command: string): void {
  const { status, stderr } = spawnSync('bash', ['-n', '-c', command], { encoding: 'utf8' });
  assert.equal(status, 0, `${command}: ${stderr}`);
}
