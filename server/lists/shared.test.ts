// Needs a shop: who acts for a company is proven by tokens.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import type { List, ListLine, ListOp, ListSummary } from '#contract/lists/schema.ts';
import { actFor, idOf, joinCompany, openCompany } from '../../tests/fixtures/companies.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { audit } from '../ops/audit/audit.ts';

const shop = await startTestShop({ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' });
after(() => shop.close());
const { db, pool } = shop.database;
// Mails wait.
await pool.query("alter table mails alter column next_at set default 'infinity'");

const newLine = (more: Partial<ListLine> = {}): ListLine => ({ _id: randomUUID(), position: 1, ...more });
const get = (path: string, { token }: Person) => shop.call(`GET ${path}`, { token });
const listsOf = async (person: Person): Promise<ListSummary[]> => (await get('/lists', person)).body;
const namesOf = async (person: Person) => (await listsOf(person)).map(({ name }) => name).sort();
const patch = ({ token }: Person, id: string, body: { ops?: ListOp[]; shared?: unknown }) =>
  shop.call(`PATCH /lists/${id}`, { token, body: { version: 0, ...body } });
const save = async (
  { token }: Person,
  name: string,
  shared?: 'read' | 'change',
  lines = [newLine({ raw: name })],
) => {
  const { body } = await shop.call('POST /lists', { token, body: { name, lines } });
  if (shared) assert.equal((await patch({ token } as Person, body.insertedId, { shared })).status, 200);
  return body.insertedId as string;
};
const handOver = ({ token }: Person, id: string, body: object, key?: string) =>
  shop.call(`POST /lists/${id}/hand-over`, {
    token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const refusal = ({ status, body }: { status: number; body: { code?: string; params?: object } }) => [
  status,
  body.code,
  ...Object.values(body.params ?? {}),
];
const remove = async (company: { id: string; admin: Person }, member: Person) => {
  const path = `/companies/${company.id}/members/${await idOf(shop, member)}`;
  return shop.call(`DELETE ${path}`, { token: company.admin.token });
};
const requireSound = async () => assert.deepEqual((await audit(db)).faults, []);

describe('a list of a company’s member', () => {
  test('is seen by colleagues when it is shared, with whose it is, and changed where it is shared for that', async () => {
    const company = await openCompany(shop);
    const owner = await joinCompany(shop, company, ['buyer']);
    const colleague = await joinCompany(shop, company, ['viewer']);
    const stranger = (await openCompany(shop, 'Other')).admin;
    const alone = await actFor(shop, colleague, await idOf(shop, colleague));
    const line = newLine({ raw: 'NB-E64', quantity: 100 });
    const id = await save(owner, 'Board A', undefined, [line]);
    await patch(owner, 'cart', { ops: [{ op: 'put', line: newLine() }] });
    const edit: ListOp[] = [{ op: 'put', line: { ...line, quantity: 500 }, changed: ['quantity'] }];

    // Private at first, as the cart always is.
    assert.deepEqual(await listsOf(colleague), []);
    for (const path of [
      `/lists/${id}`,
      `/lists/${id}/export`,
      `/lists/${(await get('/lists/cart', owner)).body._id}`,
    ])
      assert.equal((await get(path, colleague)).status, 404);
    assert.equal((await patch(colleague, id, { ops: edit })).status, 404);

    await patch(owner, id, { ops: [{ op: 'share', shared: true }], shared: 'read' });
    const [seen] = await listsOf(colleague);
    const { name, shared, owner: whose, shareKey, lineCount } = seen!;
    assert.deepEqual([name, shared, whose, shareKey, lineCount], ['Board A', 'read', 'buyer', undefined, 1]);
    const { body: read } = await get(`/lists/${id}`, colleague);
    assert.deepEqual([read.shareKey, read.owner, read.lines.length], [undefined, 'buyer', 1]);
    assert.equal((await get(`/lists/${id}/export`, colleague)).status, 200);
    assert.deepEqual(refusal(await patch(colleague, id, { ops: edit })), [403, 'forbidden', 'not_your_list']);
    // The owner sees it as their own.
    const own: List = (await get(`/lists/${id}`, owner)).body;
    assert.deepEqual([own.shared, own.owner, own.shareKey !== undefined], ['read', undefined, true]);

    await patch(owner, id, { shared: 'change' });
    const answers = await Promise.all([
      patch(colleague, id, { ops: edit }),
      patch(owner, id, {
        ops: [{ op: 'put', line: { ...line, customerRef: 'R-1' }, changed: ['customerRef'] }],
      }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const [now] = (await get(`/lists/${id}`, owner)).body.lines;
    assert.deepEqual([now.quantity, now.customerRef], [500, 'R-1']);
    assert.deepEqual((await shop.call(`DELETE /lists/${id}`, { token: colleague.token })).body, {
      deletedCount: 0,
    });

    // Others see nothing of it, not even the same person who acts for themselves.
    for (const other of [stranger, alone]) {
      assert.deepEqual(await listsOf(other), []);
      assert.equal((await get(`/lists/${id}`, other)).status, 404);
      assert.equal((await patch(other, id, { ops: edit })).status, 404);
    }
    await patch(owner, id, { shared: null });
    assert.equal((await get(`/lists/${id}`, colleague)).status, 404);
    await requireSound();
  });

  test('is shared by who may: with the right, and in a company', async () => {
    const company = await openCompany(shop);
    const viewer = await joinCompany(shop, company, ['viewer']);
    const id = await save(viewer, 'Mine');
    assert.deepEqual(refusal(await patch(viewer, id, { shared: 'read' })), [
      403,
      'forbidden',
      'right_missing',
    ]);
    const person = await shop.signUp();
    const own = await save(person, 'Mine');
    assert.deepEqual(refusal(await patch(person, own, { shared: 'read' })), [404, 'not_found', 'company']);
    assert.equal((await patch(viewer, id, {})).status, 400);
  });

  test('is not changed by a colleague who is removed meanwhile', async () => {
    const company = await openCompany(shop);
    const colleague = await joinCompany(shop, company, ['buyer']);
    const id = await save(company.admin, 'Board A', 'change');
    const removing = await pool.connect();
    await removing.query('begin');
    await removing.query('delete from members where user_id = $1', [await idOf(shop, colleague)]);
    const changing = patch(colleague, id, { ops: [{ op: 'rename', name: 'Theirs' }] });
    await until(async () => {
      const { rows } = await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'");
      return rows.length > 0;
    });
    await removing.query('commit');
    removing.release();
    assert.equal((await changing).status, 401);
    assert.equal((await get(`/lists/${id}`, company.admin)).body.name, 'Board A');
  });
});

describe('when a member leaves', () => {
  test('shared lists pass to the admin, others and the cart go with them', async () => {
    const company = await openCompany(shop);
    const member = await joinCompany(shop, company, ['buyer']);
    const colleague = await joinCompany(shop, company, ['viewer']);
    await save(member, 'Board A', 'read');
    await save(member, 'Private');
    await patch(member, 'cart', { ops: [{ op: 'put', line: newLine() }] });
    assert.equal((await remove(company, member)).status, 200);
    assert.deepEqual(await namesOf(company.admin), ['Board A']);
    assert.equal((await listsOf(colleague))[0]!.owner, 'Acme admin');
    const alone = await actFor(shop, member, await idOf(shop, member));
    assert.deepEqual(await namesOf(alone), ['Cart of Acme', 'Private']);
    await requireSound();
  });

  test('what the admin has no room for goes with them, and nothing keeps them from leaving', async () => {
    const company = await openCompany(shop);
    const member = await joinCompany(shop, company, ['buyer']);
    await save(member, 'Older', 'read');
    await save(member, 'Newer', 'change');
    const adminId = await idOf(shop, company.admin);
    await pool.query(
      `insert into lists (id, user_id, buyer_id, kind, name)
       select gen_random_uuid(), $1, $2, 'saved', 'x' from generate_series(1, 199)`,
      [adminId, company.id],
    );
    assert.equal((await remove(company, member)).status, 200);
    assert.deepEqual(
      (await namesOf(company.admin)).filter((name) => name !== 'x'),
      ['Newer'],
    );
    const alone = await actFor(shop, member, await idOf(shop, member));
    assert.deepEqual(await listsOf(alone).then((all) => all.map(({ name, shared }) => [name, shared])), [
      ['Older', undefined],
    ]);
    await requireSound();
  });

  test('shared lists stay when the account is removed', async () => {
    const company = await openCompany(shop);
    const member = await joinCompany(shop, company, ['buyer']);
    const id = await save(member, 'Board A', 'change');
    await save(member, 'Private');
    const { token } = await shop.signInAdmin();
    assert.equal((await shop.call(`DELETE /users/${member.email}`, { token })).status, 200);
    assert.deepEqual(await namesOf(company.admin), ['Board A']);
    assert.equal((await get(`/lists/${id}`, company.admin)).body.lines.length, 1);
    await requireSound();
  });
});

describe('a cart that is handed over', () => {
  const line = newLine({ raw: 'NB-E64', quantity: 100, customerRef: '007', designators: 'R1', perBoard: 2 });
  const fill = (person: Person) =>
    patch(person, 'cart', {
      ops: [
        { op: 'put', line },
        { op: 'boards', boards: 50 },
      ],
    });

  test('becomes a list of the colleague with all that its lines say, and a mail, once', async () => {
    const company = await openCompany(shop);
    const giver = await joinCompany(shop, company, ['viewer']);
    const colleague = await joinCompany(shop, company, ['buyer']);
    await fill(giver);
    const { lines } = (await get('/lists/cart', giver)).body;
    const userId = await idOf(shop, colleague);
    const answers = await Promise.all([1, 2, 3].map(() => handOver(giver, 'cart', { userId }, 'once')));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    assert.equal(new Set(answers.map(({ body }) => body.insertedId)).size, 1);
    const id = answers[0]!.body.insertedId;
    const { body: list } = await get(`/lists/${id}`, colleague);
    assert.match(list.name, /^Cart of viewer, [A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    assert.deepEqual([list.kind, list.boards, list.lines], ['saved', 50, lines]);
    assert.equal((await get(`/lists/${id}`, giver)).status, 404);
    const { body: cart } = await get('/lists/cart', giver);
    assert.deepEqual([cart.lines, cart.boards], [[], null]);
    const { rows } = await pool.query(
      "select recipient, facts from mails where kind = 'list_handed_over' and facts ->> 'listId' = $1",
      [id],
    );
    assert.deepEqual(rows, [
      {
        recipient: colleague.email,
        facts: { listId: id, name: list.name, by: 'viewer', company: 'Acme', lines: 1 },
      },
    ]);
    assert.deepEqual(refusal(await handOver(giver, 'cart', { userId })), [409, 'list_empty']);
    await requireSound();
  });

  test('keeps its lines where that is asked for, as a saved list does', async () => {
    const company = await openCompany(shop);
    const colleague = await joinCompany(shop, company, ['buyer']);
    const userId = await idOf(shop, colleague);
    await fill(company.admin);
    const saved = await save(company.admin, 'Board A');
    assert.equal((await handOver(company.admin, 'cart', { userId, keep: true })).status, 201);
    assert.equal((await handOver(company.admin, saved, { userId })).status, 201);
    assert.equal((await get('/lists/cart', company.admin)).body.lines.length, 1);
    assert.equal((await get(`/lists/${saved}`, company.admin)).body.lines.length, 1);
    assert.ok((await namesOf(colleague)).includes('Board A'));
  });

  test('is for colleagues alone, who have room for it', async () => {
    const company = await openCompany(shop);
    const colleague = await joinCompany(shop, company, ['buyer']);
    const former = await joinCompany(shop, company, ['buyer']);
    const other = (await openCompany(shop, 'Other')).admin;
    await remove(company, former);
    await fill(company.admin);
    for (const nobody of [former, other, company.admin]) {
      const refused = await handOver(company.admin, 'cart', { userId: await idOf(shop, nobody) });
      assert.deepEqual(refusal(refused), [404, 'not_found', 'person']);
    }
    const alone = await actFor(shop, company.admin, await idOf(shop, company.admin));
    const userId = await idOf(shop, colleague);
    assert.equal((await handOver(alone, 'cart', { userId })).status, 404);
    // One that a colleague shares is not one's own.
    const shared = await save(company.admin, 'Board A', 'change');
    const adminId = await idOf(shop, company.admin);
    assert.deepEqual(refusal(await handOver(colleague, shared, { userId: adminId })), [
      404,
      'not_found',
      'list',
    ]);

    await pool.query(
      `insert into lists (id, user_id, buyer_id, kind, name)
       select gen_random_uuid(), $1, $1, 'saved', 'x' from generate_series(1, 200)`,
      [userId],
    );
    assert.deepEqual(refusal(await handOver(company.admin, 'cart', { userId })), [
      409,
      'colleague_lists_full',
    ]);
    assert.equal((await get('/lists/cart', company.admin)).body.lines.length, 1);
    await requireSound();
  });
});
