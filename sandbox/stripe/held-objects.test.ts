import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { createDatabase } from '../../tests/fixtures/sandbox-database.ts';
import { createDirectFetch } from './direct.ts';
import { prepareSchema } from './schema.ts';

const database = await createDatabase();
const pool = new pg.Pool({ connectionString: database.url });
after(async () => {
  await pool.end();
  await database.drop();
});

test('held objects are read before they are written, and written together, as they are then', async () => {
  const { fingerprintSecret } = await prepareSchema(pool);
  const texts: string[] = [];
  const query = (({ text, values }: { text: string; values: unknown[] }) => {
    texts.push(text);
    return pool.query(text, values);
  }) as typeof pool.query;
  const stripe = createDirectFetch({ db: { query }, fingerprintSecret });
  const call = async (path: string, body?: string) => {
    const answer = await stripe.fetch(`https://api.stripe.com/v1/${path}`, {
      ...(body && { method: 'POST', body }),
    });
    return answer.json();
  };
  const { id } = await call(
    'payment_intents',
    'amount=1200&currency=usd&allowed_payment_method_types[]=card',
  );
  await call(`payment_intents/${id}/confirm`, 'payment_method=pm_card_visa');
  assert.equal((await call(`payment_intents/${id}`)).status, 'succeeded');
  assert.deepEqual(texts, []);
  await stripe.write();
  await stripe.write();
  assert.equal(texts.length, 1);
  await call('refunds', `payment_intent=${id}&amount=200`);
  await stripe.write();
  const { rows } = await pool.query(
    `select kind, body->>'status' as status, body->>'amount_refunded' as refunded from sandbox_stripe.objects order by seq`,
  );
  assert.deepEqual(rows, [
    { kind: 'payment_intent', status: 'succeeded', refunded: null },
    { kind: 'payment_method', status: null, refunded: null },
    { kind: 'charge', status: 'succeeded', refunded: '200' },
    { kind: 'refund', status: 'succeeded', refunded: null },
  ]);
});
