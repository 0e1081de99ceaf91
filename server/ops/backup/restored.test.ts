import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestShop } from '../../../tests/testing.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import { readMoment, settleBroughtBack } from './restored.ts';

const MINUTE = 60_000;
const shop = await startTestShop();
// The log has it, as of now.
await shop.signUp();
after(() => shop.close());

const countSessions = async () => (await shop.database.pool.query('select from sessions')).rowCount;

test('a database that was not brought back to the moment, or is in use since, is left as it is', async () => {
  await assert.rejects(
    settleBroughtBack(shop.database.pool, Date.now() - 2 * MINUTE),
    (error) => error instanceof OperatorError && /was not brought back to that moment/.test(error.message),
  );
  assert.equal(await countSessions(), 1);
});

test('one that was brought back ends its sessions', async () => {
  await settleBroughtBack(shop.database.pool, Date.now());
  assert.equal(await countSessions(), 0);
});

test('a moment is a past one with its zone', () => {
  const ago = new Date(Date.now() - MINUTE).toISOString();
  assert.equal(readMoment(ago), Date.parse(ago));
  assert.equal(readMoment('2026-03-03T12:00:00+02:00'), Date.UTC(2026, 2, 3, 10));
  for (const text of [
    new Date(Date.now() + MINUTE).toISOString(),
    ...['2026-03-03T12:00:00', '2026-03-03', 'yesterday', '1767225600', '', '1970-01-02T00:00:00Z'],
  ])
    assert.throws(() => readMoment(text), OperatorError, text);
});
