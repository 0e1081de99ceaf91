import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createTestDatabase } from '../../../tests/fixtures/database.ts';
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
    ['a block of ordering', 'buyers', 'blocked', 'buyers_blocked'],
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

  test('sums below nothing of what somebody has paid and has to pay', async () => {
    for (const sum of ['paid_cents', 'unpaid_cents'])
      await assert.rejects(pool.query(`update buyers set ${sum} = -1`), /buyers_(un)?paid_cents/, sum);
  });

  test('an eleventh try of a code by a session, and a settings revision that there is not', async () => {
    await pool.query(
      `insert into sessions (id, user_id, token, expires_at) values ($1, $2, 'of ten tries', now() + interval '1 day')`,
      [newId(), userId],
    );
    await pool.query('update sessions set factor_attempts = 10');
    for (const wrong of ['factor_attempts + 1', '-1'])
      await assert.rejects(
        pool.query(`update sessions set factor_attempts = ${wrong}`),
        /sessions_factor_attempts/,
      );
    await pool.query('delete from sessions');
    const save = (revision: number) =>
      pool.query(
        `insert into shop_settings (section, revision, value, saved_by) values ('shop', $1, '{}', 'a@example.com')`,
        [revision],
      );
    await assert.rejects(save(0), /shop_settings_revision/);
    await save(1);
  });

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

  test('an eleventh passkey, one in the place of another, and values of one that are too long or that there are not', async () => {
    const add = (changes: Record<string, string>) => {
      const values = {
        ...{ id: 'gen_random_uuid()', user_id: `'${userId}'`, place: '1', name: "'Key'", counter: '0' },
        ...{
          credential_id: 'uuid_send(gen_random_uuid())',
          public_key: "'\\x01'::bytea",
          transports: "'{}'",
        },
        ...changes,
      };
      return pool.query(
        `insert into passkeys (${Object.keys(values).join()}) values (${Object.values(values).join()})`,
      );
    };
    const many = (bytes: number) => `convert_to(repeat('x', ${bytes}), 'UTF8')`;
    for (const [changes, constraint] of [
      [{ place: '11' }, 'passkeys_place'],
      [{ place: '0' }, 'passkeys_place'],
      [{ name: "''" }, 'passkeys_name'],
      [{ name: "repeat('x', 201)" }, 'passkeys_name'],
      [{ credential_id: many(1024) }, 'passkeys_credential_bound'],
      [{ credential_id: "''" }, 'passkeys_credential_bound'],
      [{ public_key: many(2001) }, 'passkeys_key_bound'],
      [{ counter: '4294967296' }, 'passkeys_counter'],
      [{ counter: '-1' }, 'passkeys_counter'],
      [{ transports: "'{pigeon}'" }, 'passkeys_transports'],
      [{ transports: "'{usb,usb,usb,usb,usb,usb,usb}'" }, 'passkeys_transports'],
    ] as const)
      await assert.rejects(add(changes), new RegExp(`"${constraint}"`), JSON.stringify(changes));
    await add({ place: '10', name: "repeat('x', 200)", credential_id: many(1023), public_key: many(2000) });
    await assert.rejects(add({ place: '10' }), /"passkeys_of_person"/);
    await assert.rejects(add({ place: '9', credential_id: many(1023) }), /"passkeys_credential"/);
    await assert.rejects(add({ user_id: 'gen_random_uuid()' }), /foreign key/);
    await pool.query('delete from second_factors');
    assert.deepEqual((await pool.query('select from passkeys')).rowCount, 0);
  });

  test('a second challenge of a session, and one that is no 32 bytes or for nothing', async () => {
    await pool.query(
      `insert into sessions (id, user_id, token, expires_at) values ($1, $1, 'token', now() + interval '1 day')`,
      [userId],
    );
    const keep = (purpose: string, challenge: string) =>
      pool.query(
        `insert into passkey_challenges values ($1, $2, ${challenge}, now() + interval '5 minutes')`,
        [userId, purpose],
      );
    await assert.rejects(keep('sign_in', "sha256('a')"), /"passkey_challenges_purpose"/);
    await assert.rejects(keep('prove', "'a'"), /"passkey_challenges_bytes"/);
    await keep('prove', "sha256('a')");
    await assert.rejects(keep('add', "sha256('b')"), /"passkey_challenges_pkey"/);
    await pool.query('delete from sessions');
    assert.deepEqual((await pool.query('select from passkey_challenges')).rowCount, 0);
  });
});
