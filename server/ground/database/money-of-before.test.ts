import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
import { migrate } from './migrate.ts';
import { newId } from './uuid.ts';

const database = await createTestDatabase({ empty: true });
const { pool } = database;
after(() => database.drop());

/** Inserts a purchase of 100 dollars as the version before does; paid ones by a payment of which so much has gone back. */
async function insert(
  state: string,
  moments: Record<string, string>,
  refundedCents?: number,
): Promise<string> {
  const id = newId();
  const columns = {
    ...moments,
    ...(refundedCents !== undefined && { paid_at: 'now()', transaction_id: `'${id}'` }),
  };
  const [names, values] = [Object.keys(columns), Object.values(columns)];
  await pool.query(
    `insert into purchases (${['id, buyer_name, buyer_email, shipping_address, phone, state, total_cents', ...names]})
     values (${[`'${id}', 'Grace', 'grace@example.com', '', '', '${state}', 10000`, ...values]})`,
  );
  if (refundedCents !== undefined)
    await pool.query(
      `insert into payments (id, intent_id, purchase_id, amount_cents, currency, state, refunded_cents)
       values ($1, $2::text, $2::uuid, 10000, 'usd', $3, $4)`,
      [newId(), id, refundedCents === 10_000 ? 'refunded' : 'succeeded', refundedCents],
    );
  return id;
}

const moneyOf = async (id: string) => {
  const { rows } = await pool.query(
    'select payable_cents, paid_cents, refunded_cents, accepted_by, accepted_at = paid_at as at_once from purchases where id = $1',
    [id],
  );
  return Object.values(rows[0]);
};

test('purchases of the version before, and those that it still writes, get their money and what accepted them', async () => {
  await migrate(pool, { upTo: '0090' });
  const held = await insert('held', { held_until: 'now()' });
  const paid = await insert('paid', {}, 0);
  const part = await insert('paid', {}, 2500);
  const back = await insert('refunded', { refunded_at: 'now()' }, 10_000);
  await migrate(pool);
  const late = await insert('released', {});
  assert.deepEqual(await moneyOf(held), [10_000, 0, 0, null, null]);
  assert.deepEqual(await moneyOf(paid), [10_000, 10_000, 0, 'card', true]);
  assert.deepEqual(await moneyOf(part), [10_000, 10_000, 2500, 'card', true]);
  assert.deepEqual(await moneyOf(back), [10_000, 10_000, 10_000, 'card', true]);
  assert.deepEqual(await moneyOf(late), [10_000, 0, 0, null, null]);
  await pool.query(
    "update purchases set state = 'paid', paid_at = now(), transaction_id = 'pi_late', total_cents = 9000 where id = $1",
    [late],
  );
  assert.deepEqual(await moneyOf(late), [9000, 9000, 0, 'card', true]);
  await pool.query('update payments set refunded_cents = 5000 where purchase_id = $1', [part]);
  assert.deepEqual(await moneyOf(part), [10_000, 10_000, 5000, 'card', true]);
});
