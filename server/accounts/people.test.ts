import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openTill } from '../../tests/fixtures/payments.ts';
import { purchaseFor } from '../../tests/fixtures/purchases.ts';
import { orderFor, type Person, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { audit } from '../ops/audit/audit.ts';

const shop = await startTestShop();
const till = await openTill(shop);
const { token } = await shop.signInAdmin();
after(() => shop.close());

describe('a person', () => {
  test('has what they bought, paid and owe, and when they were seen', async () => {
    const buyer = await shop.signUp();
    const read = async () => (await shop.call(`GET /users/${buyer.email}`, { token })).body;
    assert.deepEqual([(await read()).purchases, (await read()).unpaidTotal], [0, 0]);
    const { id, total } = await till.place(buyer);
    const { purchases, unpaid, unpaidTotal, paidTotal, lastSeenAt, secondFactor } = await read();
    assert.deepEqual([purchases, unpaid, unpaidTotal, paidTotal, secondFactor], [1, 1, total, 0, false]);
    assert.ok(Date.parse(lastSeenAt) > 0);
    await shop.call(`DELETE /orders/${id}`, { token: buyer.token });
    assert.equal((await read()).purchases, 0);
    assert.equal((await shop.call('GET /users/nobody@example.com', { token })).status, 404);
  });

  test('who is kept from ordering places nothing in any way, is told why, and may order again afterwards', async () => {
    const buyer = await shop.signUp();
    const block = (why: string) => shop.call(`PUT /users/${buyer.email}/block`, { token, body: { why } });
    assert.equal((await block(' ')).status, 400);
    const why = 'Two invoices are overdue.';
    assert.deepEqual((await block(why)).body, { modifiedCount: 1 });
    assert.deepEqual((await block(why)).body, { modifiedCount: 0 });
    const places = [
      () => shop.call('POST /orders', { token: buyer.token, body: orderFor(till.product, buyer) }),
      () => shop.call('POST /purchases', { token: buyer.token, body: purchaseFor([[till.product, 100]]) }),
    ];
    for (const place of places) {
      const { status, body } = await place();
      assert.deepEqual([status, body.code, body.params], [409, 'ordering_blocked', { why }]);
      assert.match(body.detail, /Two invoices are overdue\./);
    }
    const { body: person } = await shop.call(`GET /users/${buyer.email}`, { token });
    assert.deepEqual([person.purchases, person.blocked.why], [0, why]);
    const unblock = (said?: string) =>
      shop.call(`PUT /users/${buyer.email}/unblock`, { token, body: { why: said } });
    assert.equal((await unblock()).status, 400);
    const answers = await Promise.all([unblock('They have paid.'), unblock('They have paid.')]);
    assert.deepEqual(answers.map(({ body }) => body.modifiedCount).toSorted(), [0, 1]);
    for (const place of places) assert.equal((await place()).status, 201);
    const { body: log } = await shop.call(`GET /events?person=${buyer.email}&kind=people`, { token });
    const kinds = log.map(({ kind, why: said = '' }: Record<string, string>) => `${kind} ${said}`);
    assert.deepEqual(kinds.slice(0, 2), ['user_unblocked They have paid.', `user_blocked ${why}`]);
  });

  test('is in the list of customers as on their own page, found by words and by state, page by page', async () => {
    const word = `x${Date.now()}`;
    const people = [await shop.signUp(`Ada ${word}`), await shop.signUp(`Bob ${word}`)];
    const list = async (query: string) => {
      const { body, headers } = await shop.call(`GET /desk/customers?q=${word}${query}`, { token });
      return [body.map(({ email }: { email: string }) => email), headers.get('x-total-count'), body];
    };
    const [ada, bob] = people.map(({ email }) => email) as [string, string];
    assert.deepEqual((await list('')).slice(0, 2), [[bob, ada], '2']);
    const [, , [first]] = await list('&limit=1');
    assert.deepEqual((await list(`&limit=1&after=${first._id}`)).slice(0, 2), [[ada], '2']);
    assert.deepEqual(first, (await shop.call(`GET /users/${bob}`, { token })).body);
    assert.deepEqual((await list('&state=unpaid')).slice(0, 2), [[], '0']);
    await till.place(people[0]!);
    await shop.call(`PUT /users/${bob}/block`, { token, body: { why: 'No address.' } });
    assert.deepEqual((await list('&state=unpaid')).slice(0, 2), [[ada], '1']);
    assert.deepEqual((await list('&state=blocked')).slice(0, 2), [[bob], '1']);
    assert.equal((await shop.call('GET /desk/customers?state=new', { token })).status, 400);
  });

  test('who has signed out was seen when a session of theirs was used last', async () => {
    const { pool } = shop.database;
    const before = Date.now();
    const person = await shop.signUp();
    const seen = async () =>
      (await pool.query('select seen_at from users where email = $1', [person.email])).rows[0].seen_at;
    await until(async () => (await seen()) !== null);
    const headers = { cookie: person.cookie, origin: shop.origin };
    assert.equal((await shop.call('POST /api/auth/sign-out', { headers, body: {} })).status, 200);
    const { body } = await shop.call(`GET /users/${person.email}`, { token });
    assert.equal(body.lastSeenAt, (await seen()).toISOString());
    assert.ok(Date.parse(body.lastSeenAt) >= before - 1000);
  });

  test('is listed by name, by what they have paid or owe, and by when they were seen, either way, page by page', async () => {
    const word = `y${Date.now()}`;
    const [cara, abel, bob] = [
      await shop.signUp(`Cara ${word}`),
      await shop.signUp(`abel ${word}`),
      await shop.signUp(`Bob ${word}`),
    ];
    await till.payOrder(cara);
    await till.payOrder(cara);
    await till.payOrder(bob);
    await till.place(abel, 300);
    await till.place(cara, 100);
    const { pool } = shop.database;
    const see = (person: Person, minutes: number) =>
      pool.query(
        `with seen as (update users set seen_at = now() - make_interval(mins => $2) where email = $1 returning id)
         update sessions set updated_at = now() - make_interval(mins => $2) where user_id = (select id from seen)`,
        [person.email, minutes],
      );
    await see(abel, 3);
    await see(bob, 9);
    // Cara has no session any more, and was seen before it ended.
    await see(cara, 5);
    await pool.query('delete from sessions where user_id = (select id from users where email = $1)', [
      cara.email,
    ]);
    const names = new Map([
      [cara.email, 'Cara'],
      [abel.email, 'Abel'],
      [bob.email, 'Bob'],
    ]);
    async function list(sort: string, limit: number): Promise<(string | undefined)[]> {
      const found: (string | undefined)[] = [];
      for (let after = ''; ; ) {
        const path = `GET /desk/customers?q=${word}&sort=${sort}&limit=${limit}${after}`;
        const { status, body } = await shop.call(path, { token });
        assert.equal(status, 200, JSON.stringify(body));
        found.push(...body.map(({ email }: { email: string }) => names.get(email)));
        if (body.length < limit) return found;
        after = `&after=${body.at(-1)._id}`;
      }
    }
    for (const [sort, expected] of [
      ['name', ['Abel', 'Bob', 'Cara']],
      ['total', ['Abel', 'Bob', 'Cara']],
      ['unpaid', ['Bob', 'Cara', 'Abel']],
      ['seen', ['Bob', 'Cara', 'Abel']],
    ] as const)
      for (const limit of [1, 2, 100]) {
        assert.deepEqual(await list(sort, limit), expected, `${sort} ${limit}`);
        assert.deepEqual(await list(`-${sort}`, limit), expected.toReversed(), `-${sort} ${limit}`);
      }
    assert.equal((await shop.call('GET /desk/customers?sort=email', { token })).status, 400);
    assert.deepEqual((await audit(shop.database.db)).faults, []);
  });
});
