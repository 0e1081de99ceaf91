import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PROVIDER_CALLS } from '#contract/payments.ts';

test('going-live.md lists the right of a restricted key that each call at Stripe needs', async () => {
  const guide = await readFile(new URL('going-live.md', import.meta.url), 'utf8');
  const rows = guide.split('\n').filter((line) => /^\| \w+ \| (?:read|write) \|/.test(line));
  const calls = rows.join().match(/`\w+`/g);
  assert.deepEqual(new Set(calls), new Set(PROVIDER_CALLS.map((call) => `\`${call}\``)));
});
