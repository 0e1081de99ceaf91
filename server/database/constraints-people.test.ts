import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { newId } from './uuid.ts';

// What PostgreSQL refuses of people, their second factors and reviews, whatever a statement of ours, or of an operator, asks for.
const database = await createTestDatabase();
after(() => database.drop());

const { pool } = database;
const userId = newId();
await pool.query(`insert into users (id, name, email) values ($1, 'Grace', 'grace@example.com')`, [userId]);
await pool.query(
  `insert into reviews (id, name, email, rating, description) values ($1, 'Grace', 'g@example.com', 5, 'Good')`,
  [newId()],
);
await pool.query('insert into second_factors (user_id) values ($1)', [userId]);

describe('the database refuses', () => {
  for (const [what, table, prefix, constraint] of [
    ['a block of ordering', 'users', 'blocked', 'users_blocked'],
    ['a hidden review', 'reviews', 'hidden', 'reviews_hidden'],
  ] as const) {
    const set = (values: string) => pool.query(`update ${table} set ${values.replaceAll('$', prefix)}`);

    test(`${what} without who, when and why, and one whose reason is too long`, async () => {
      for (const wrong of [
        '$_at = now()',
        "$_at = now(), $_by = 'a@example.com'",
        "$_why = 'Late', $_by = 'a@example.com'",
      ])
        await assert.rejects(set(wrong), new RegExp(constraint), wrong);
      const hidden = "$_at = now(), $_by = 'a@example.com', $_why = repeat('x', ";
      await assert.rejects(set(`${hidden}2001)`), new RegExp(constraint));
      await set(`${hidden}2000)`);
      await set('$_at = null, $_by = null, $_why = null');
    });
  }

  test('a role that there is not', async () => {
    await assert.rejects(pool.query("update users set role = 'owner'"), /users_role/);
    await pool.query("update users set role = 'staff'");
  });

  test('secrets that are too long, an eleventh try of a code, and a recovery code that is no hash', async () => {
    const set = (values: string) => pool.query(`update second_factors set ${values}`);
    for (const column of ['secret', 'pending']) {
      await assert.rejects(set(`${column} = repeat('x', 1001)`), /violates check constraint/, column);
      await set(`${column} = repeat('x', 1000)`);
    }
    await set('attempts = 10');
    for (const wrong of ['attempts = attempts + 1', 'attempts = -1'])
      await assert.rejects(set(wrong), /second_factors_attempts/, wrong);
    const keep = (hash: string) =>
      pool.query(`insert into recovery_codes (user_id, hash) values ($1, ${hash})`, [userId]);
    await assert.rejects(keep("'1234-5678'::bytea"), /violates check constraint/);
    await keep("sha256('1234-5678')");
  });
});
