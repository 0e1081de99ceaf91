import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../tests/fixtures/channel.ts';
import type { OfServing } from './calls.ts';
import { type Calls, Channel } from './channel.ts';

test('who waits for a process that has gone away is told so', async () => {
  const [here] = connect();
  const channel = new Channel<OfServing, Calls>(here, {});
  const asked = channel.ask('measure', undefined);
  channel.close();
  await assert.rejects(asked, /gone away/);
  await assert.rejects(channel.ask('measure', undefined), /gone away/);
});
