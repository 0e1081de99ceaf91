import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PROVIDER_CALLS } from '#contract/payments/schema.ts';

const guide = await readFile(new URL('going-live.md', import.meta.url), 'utf8');
const [install = '', updates = ''] = guide.split('\n## 10. Updates\n');
const blocksIn = (text: string) => [...text.matchAll(/```sh\n(.*?)\n```/gs)].map(([, block]) => block!);

test('going-live.md lists the right of a restricted key that each call at Stripe needs', () => {
  const rows = guide.split('\n').filter((line) => /^\| \w+ \| (?:read|write) \|/.test(line));
  const calls = rows.join().match(/`\w+`/g);
  assert.deepEqual(new Set(calls), new Set(PROVIDER_CALLS.map((call) => `\`${call}\``)));
});

test('going-live.md begins with at most 15 numbered commands, each of which bash can read', () => {
  const steps = blocksIn(install)[0]!
    .split(/^# (?=\d+\. )/m)
    .slice(1);
  steps.forEach((step, n) => void assert.ok(step.startsWith(`${n + 1}. `), step));
  assert.ok(steps.length > 5 && steps.length <= 15);
  // The first asks for values of one's own.
  for (const step of steps.slice(1)) requireReadable(`# ${step}`);
});

test('going-live.md updates a shop by three blocks of commands: beside it, in its place, and back', () => {
  const blocks = blocksIn(updates);
  assert.equal(blocks.length, 3);
  blocks.forEach(requireReadable);
});

function requireReadable(command: string): void {
  const { status, stderr } = spawnSync('bash', ['-n', '-c', command], { encoding: 'utf8' });
  assert.equal(status, 0, `${command}: ${stderr}`);
}
