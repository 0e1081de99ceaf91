import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller } from '../../tests/fixtures/purchases.ts';
import { latestReviews } from './latest.ts';
import { insertReview } from './queries.ts';

const database = await createTestDatabase();
after(() => database.drop());
const { db, pool } = database;
const { userId } = await addCaller(database);
const review = (description: string) =>
  insertReview(db, { userId, name: 'Buyer', email: 'buyer@example.com', ratings: '5', description });

test('the newest reviews are read anew, and told from memory while the database is slow or away', async () => {
  await review('first');
  const latest = await latestReviews(db);
  const told = async () => (await latest(2)).map(({ description }) => description);
  await database.setReachable(false);
  // Nobody has asked before.
  assert.deepEqual(await told(), ['first']);
  await database.setReachable(true);
  await review('second');
  await review('third');
  assert.deepEqual(await told(), ['third', 'second']);
  assert.match((await latest(2))[0]!.email, /^b\*\*\*@/);

  const holder = await pool.connect();
  await holder.query('begin; lock table reviews in access exclusive mode');
  assert.deepEqual(await told(), ['third', 'second']);
  await holder.query('rollback');
  holder.release();

  await database.setReachable(false);
  assert.deepEqual(await told(), ['third', 'second']);
  await database.setReachable(true);
  await review('fourth');
  assert.deepEqual(await told(), ['fourth', 'third']);
});
