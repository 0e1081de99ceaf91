// nightly: updates a shop from the version before
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unless } from '../../deploy/programs.ts';
import { upgrade } from './upgrade.ts';
import { findVersionBefore } from './version.ts';

const what = findVersionBefore()
  ? 'the version before and this one take each other’s place'
  : 'processes of this version take each other’s place, as this clone does not have the version before';

test(`${what}, and no request fails`, {
  skip: unless('haproxy'),
  // It builds two versions and starts six processes, which takes a busy machine minutes.
  timeout: 900_000,
}, async (t) => {
  const said: string[] = [];
  await upgrade({ rounds: 1, clients: 1, between: 40, turnMs: 200 }, (line) => {
    said.push(line);
    t.diagnostic(line);
  });
  assert.match(said.at(-1) ?? '', / 0 failed; .* acknowledged, none lost, audit clean/);
});
