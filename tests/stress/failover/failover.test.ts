// nightly: runs a cluster of servers
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failOver, whyNot } from './failover.ts';

test('neither a shop nor the primary nor its machine that fails loses or repeats what was acknowledged', {
  skip: whyNot() ?? false,
}, async () => {
  const said: string[] = [];
  await failOver(1, 'short', (line) => said.push(line));
  assert.match(said.at(-1) ?? '', /none lost and none done twice, all mails arrived, audit clean/);
});
