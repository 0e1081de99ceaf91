// Needs a shop: what members may do is proven by their tokens, and races by its locks.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signUpStaff } from '../../tests/fixtures/accounts.ts';
import {
  actFor,
  addPart,
  idOf,
  invitationToken,
  joinCompany,
  openCompany,
} from '../../tests/fixtures/companies.ts';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import { purchaseFor, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop({ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' });
after(() => shop.close());
const till = await openTill(shop);
const shopAdmin = await shop.signInAdmin();
const clerk = await signUpStaff(shop, shopAdmin);
const { pool } = shop.database;
// Mails wait, with their tokens.
await pool.query("alter table mails alter column next_at set default 'infinity'");

const why = 'They have merged.';
const CLOSED = [409, 'company_closed', { why }];
const HELD = [409, 'ordering_blocked', { why }];
type Answer = { status: number; body: { code?: string; params?: object } };
const refusal = ({ status, body }: Answer) => [status, body.code, body.params];
const send = (route: string, { token }: Person, body?: object) =>
  shop.call(route, { token, ...(body && { body }) });
const change = async (id: string, word: string, by = clerk) =>
  (await send(`PUT /companies/${id}/${word}`, by, { why })).body;
const stateOf = async (id: string) => (await send(`GET /companies/${id}`, clerk)).body.state;
const order = (person: Person, more?: object) =>
  send('POST /purchases', person, purchaseFor([[till.product, 100]], more));

/** Returns what is answered to calls that were let in before the shop's staff close or hold a company, and judged after. */
async function askedWhile<T>(id: string, mark: 'closed' | 'blocked', ask: () => Promise<T>[]): Promise<T[]> {
  const staff = await pool.connect();
  try {
    await staff.query('begin');
    await staff.query(
      `update buyers set ${mark}_at = now(), ${mark}_by = 'clerk@example.com', ${mark}_why = $2 where id = $1`,
      [id, why],
    );
    const waiting = ask();
    await shop.database.untilWaiting(waiting.length);
    await staff.query('commit');
    return await Promise.all(waiting);
  } finally {
    staff.release();
  }
}

async function setNewCompanies(newCompanies: 'order' | 'wait'): Promise<void> {
  const { revision } = (await send('GET /settings', shopAdmin)).body.companies;
  const saved = await send('PUT /settings/companies', shopAdmin, { revision, value: { newCompanies } });
  assert.equal(saved.status, 200);
}

test('where the shop approves new companies they are set up and do not order before, and their admins are told', async () => {
  const before = await openCompany(shop);
  await setNewCompanies('wait');
  const company = await openCompany(shop, 'Newcomer');
  assert.deepEqual([await stateOf(before.id), await stateOf(company.id)], ['active', 'waiting']);
  assert.equal((await order(before.admin)).status, 201);
  const buyer = await joinCompany(shop, company, ['buyer']);
  assert.equal((await send('POST /addresses', buyer, { shipTo: SHIP_TO })).status, 201);
  assert.equal((await send('POST /lists', buyer, { name: 'Board', lines: [] })).status, 201);
  for (const answer of [await order(buyer), await order(clerk, { buyerId: company.id })])
    assert.deepEqual(refusal(answer), [409, 'company_waiting', undefined]);
  // Staff find it from their overview on.
  const { toDo } = (await send('GET /desk/overview', shopAdmin)).body;
  const waiting = (await send('GET /companies?state=waiting', clerk)).body;
  assert.deepEqual(
    [toDo.companiesWaiting.count, waiting.map(({ _id }: { _id: string }) => _id)],
    [1, [company.id]],
  );
  // The setting is for those that are opened from then on.
  await setNewCompanies('order');
  assert.equal((await order(buyer)).status, 409);
  const answers = await Promise.all([change(company.id, 'approve'), change(company.id, 'approve')]);
  assert.deepEqual(answers.map(({ modifiedCount }) => modifiedCount).sort(), [0, 1]);
  assert.equal((await order(buyer)).status, 201);
  const { rows } = await pool.query("select recipient from mails where kind = 'company_approved'");
  assert.deepEqual(rows, [{ recipient: company.admin.email }]);
});

test('members of a closed company read what their roles showed them, are told why, and do nothing else', async () => {
  const company = await openCompany(shop);
  const [buyer, viewer] = [
    await joinCompany(shop, company, ['buyer']),
    await joinCompany(shop, company, ['viewer']),
  ];
  const { id: paid } = await till.payOrder(buyer);
  const { id: unpaid, total } = await till.place(buyer);
  const { body: invited } = await send(`POST /companies/${company.id}/invitations`, company.admin, {
    email: 'later@example.com',
    roles: ['buyer'],
  });
  const { purchaseId } = (await send(`GET /orders/${paid}`, buyer)).body;
  assert.deepEqual(await change(company.id, 'close'), { modifiedCount: 1 });
  for (const person of [buyer, viewer, company.admin])
    for (const path of [`/orders/${paid}`, `/purchases/${purchaseId}/invoice.pdf`])
      assert.equal((await send(`GET ${path}`, person)).status, 200, `${path} ${person.name}`);
  const { state, closed, rights } = (await send(`GET /companies/${company.id}`, company.admin)).body;
  assert.deepEqual([state, closed.why, rights], ['closed', why, ['purchase.read_all']]);
  assert.deepEqual((await send(`GET /companies/${company.id}`, buyer)).body.rights, []);

  const of = `/companies/${company.id}`;
  const rules = { poNumber: 'required', costCentres: [], approvals: [] };
  for (const [route, body] of [
    ['POST /purchases', purchaseFor([[till.product, 100]])],
    [`DELETE /orders/${unpaid}`],
    ['POST /create-payment-intent', { price: total, orderId: unpaid }],
    ['POST /addresses', { shipTo: SHIP_TO }],
    ['POST /lists', { name: 'Board', lines: [] }],
    ['GET /approvals'],
    [`PATCH ${of}`, { name: 'Other' }],
    [`PUT ${of}/rules`, rules],
    [`POST ${of}/budgets`, { name: 'Lab', period: 'month', limit: 1 }],
    [`POST ${of}/invitations`, { email: 'x@example.com', roles: ['buyer'] }],
    [`GET ${of}/invitations`],
    [`PUT ${of}/part-numbers`, { numbers: [] }],
  ] as [string, object?][])
    assert.deepEqual(refusal(await send(route, company.admin, body)), CLOSED, route);
  for (const answer of [
    await order(clerk, { buyerId: company.id }),
    await send(`POST ${of}/invitations`, shopAdmin, { email: 'x@example.com', roles: ['buyer'] }),
  ])
    assert.deepEqual(refusal(answer), [409, 'company_closed', { why, toStaff: 'about' }]);
  const token = await invitationToken(shop, invited.insertedId);
  const accepted = await send('POST /invitations/accept', await shop.signUp(), { token });
  assert.deepEqual(refusal(accepted), [409, 'invitation_ended', { why: 'company_closed' }]);

  // Its unpaid order goes with its hold, without a word to those who could do nothing about it.
  await pool.query("update purchases set held_until = now() - interval '1 second' where state = 'held'");
  await shop.runJobs();
  const { rows } = await pool.query(
    `select state, exists (select from mails where kind = 'hold_ended' and recipient = $2) as is_told
     from purchases where id = (select purchase_id from orders where id = $1)`,
    [unpaid, buyer.email],
  );
  assert.deepEqual(rows, [{ state: 'released', is_told: false }]);

  assert.deepEqual(await change(company.id, 'reopen'), { modifiedCount: 1 });
  assert.equal((await order(buyer)).status, 201);
  const joined = await send('POST /invitations/accept', await shop.signUp(), { token });
  assert.equal(joined.status, 200);
});

test('members of a held company call an order off, and take no line out; when it is closed meanwhile, neither', async () => {
  const company = await openCompany(shop);
  const part = await addPart(shop, shopAdmin, 'HELD-1');
  const lines = [
    [till.product, 100],
    [{ ...till.product, _id: part, price: 2.5 }, 100],
  ] as const;
  const placed = async () => {
    const body = purchaseFor(lines.map(([product, pieces]) => [product, pieces]));
    const { insertedId } = (await send('POST /purchases', company.admin, body)).body;
    return (await send(`GET /purchases/${insertedId}`, company.admin)).body;
  };
  const [kept, calledOff] = [await placed(), await placed()];
  const deleteOrder = ({ _id }: { _id: string }) => send(`DELETE /purchases/${_id}`, company.admin);
  const [late] = await askedWhile(company.id, 'closed', () => [deleteOrder(kept)]);
  assert.deepEqual(refusal(late!), CLOSED);
  await change(company.id, 'reopen');
  await change(company.id, 'block');
  const line = await send(`DELETE /orders/${kept.lines[0]._id}`, company.admin);
  assert.deepEqual([line.status, line.body.code], [409, 'ordering_blocked']);
  assert.deepEqual((await deleteOrder(calledOff)).body, { deletedCount: 1 });
  assert.equal((await send(`GET /purchases/${kept._id}`, company.admin)).body.lines.length, 2);
  await change(company.id, 'unblock');
});

test('an order that is asked for waits while the company is closed, and is approved once it is open again', async () => {
  const company = await openCompany(shop);
  const [buyer, approver] = [
    await joinCompany(shop, company, ['buyer']),
    await joinCompany(shop, company, ['approver']),
  ];
  const approvals = [{ above: 1, by: { role: 'approver' }, count: 1 }];
  const rules = { poNumber: 'optional', costCentres: [], approvals };
  await send(`PUT /companies/${company.id}/rules`, company.admin, rules);
  const { insertedId: purchaseId, state } = (await order(buyer)).body;
  assert.equal(state, 'asked');
  const { revision, hash } = (await send(`GET /purchases/${purchaseId}`, approver)).body;
  const approve = () =>
    send(`POST /purchases/${purchaseId}/approvals`, approver, { revision, hash, verdict: 'approve' });
  await change(company.id, 'close');
  assert.deepEqual(refusal(await approve()), CLOSED);
  await change(company.id, 'reopen');
  assert.equal((await approve()).status, 200);
});

test('what is taken back gives the state beneath; a change in another state changes nothing', async () => {
  const { id } = await openCompany(shop);
  const seen: [string, number, string][] = [];
  for (const word of [
    'approve',
    'reopen',
    'block',
    'close',
    'block',
    'unblock',
    'close',
    'reopen',
    'unblock',
  ])
    seen.push([word, (await change(id, word)).modifiedCount, await stateOf(id)]);
  assert.deepEqual(seen, [
    ['approve', 0, 'active'],
    ['reopen', 0, 'active'],
    ['block', 1, 'held'],
    ['close', 1, 'closed'],
    ['block', 0, 'closed'],
    ['unblock', 0, 'closed'],
    ['close', 0, 'closed'],
    ['reopen', 1, 'held'],
    ['unblock', 1, 'active'],
  ]);
  const { body } = await send('GET /companies?state=held', clerk);
  assert.deepEqual(body, []);
  const { body: log } = await send('GET /events?kind=company_closed&limit=1', shopAdmin);
  assert.deepEqual([log[0].who, log[0].facts.company], [clerk.email, 'Acme']);
});

test('what was authenticated before the company is closed, and judged after, is refused', async () => {
  const company = await openCompany(shop);
  const approver = await joinCompany(shop, company, ['approver']);
  const approvals = [{ above: 1, by: { role: 'approver' }, count: 1 }];
  const rules = { poNumber: 'optional', costCentres: [], approvals };
  await send(`PUT /companies/${company.id}/rules`, company.admin, rules);
  const { insertedId: purchaseId } = (await order(company.admin)).body;
  const { revision, hash } = (await send(`GET /purchases/${purchaseId}`, approver)).body;
  const verdict = { revision, hash, verdict: 'approve' };
  const answers = await askedWhile(company.id, 'closed', () => [
    order(company.admin),
    send(`POST /purchases/${purchaseId}/approvals`, approver, verdict),
    send(`POST /companies/${company.id}/invitations`, company.admin, {
      email: 'x@example.com',
      roles: ['buyer'],
    }),
  ]);
  for (const answer of answers) assert.deepEqual(refusal(answer), CLOSED);
});

test('nothing of a held company is approved, paid or changed, by who asked before, too; it reads, cancels and returns', async () => {
  const company = await openCompany(shop);
  const [buyer, approver] = [
    await joinCompany(shop, company, ['buyer']),
    await joinCompany(shop, company, ['approver']),
  ];
  const { id: paid } = await till.payOrder(buyer);
  const [begun, unpaid] = [await till.begin(buyer), await till.place(buyer)];
  const purchaseOf = async (orderId: string) => (await send(`GET /orders/${orderId}`, buyer)).body.purchaseId;
  const path = `/purchases/${await purchaseOf(unpaid.id)}`;
  const approvals = [{ above: 1, by: { role: 'approver' }, count: 1 }];
  const rules = { poNumber: 'optional', costCentres: [], approvals };
  await send(`PUT /companies/${company.id}/rules`, company.admin, rules);
  const { insertedId: asked } = (await order(buyer)).body;
  const { revision, hash } = (await send(`GET /purchases/${asked}`, approver)).body;
  const decide = (verdict: string) =>
    send(`POST /purchases/${asked}/approvals`, approver, { revision, hash, verdict, note: 'Later.' });
  const shipTo = { ...SHIP_TO, city: 'Alameda' };
  const lines = { lines: [{ _id: unpaid.id, quantity: 200 }], expectedTotal: unpaid.total * 2 };

  const answers = await askedWhile(company.id, 'blocked', () => [
    decide('approve'),
    send(`POST ${path}/payment`, buyer),
    send(`PUT ${path}/address`, buyer, { shipTo }),
    send(`PATCH ${path}/lines`, buyer, lines),
  ]);
  for (const answer of answers) assert.deepEqual(refusal(answer), HELD);
  for (const [route, body] of [
    [`PATCH ${path}/details`, { deliveryWish: 'In the morning' }],
    [`PUT /purchases/${await purchaseOf(paid)}/address`, { shipTo }],
    ['POST /create-payment-intent', { price: unpaid.total, orderId: unpaid.id }],
    ['POST /create-payment-intent', { price: unpaid.total }],
  ] as [string, object][])
    assert.deepEqual(refusal(await send(route, buyer, body)), HELD, route);
  assert.equal((await send(`PUT ${path}/address`, clerk, { shipTo })).status, 200);

  // A payment that had begun is taken, and what else does not need new goods goes on.
  await till.pay(begun.secret);
  assert.equal((await till.settle(buyer, begun.id, intentIdOf(begun.secret))).status, 200);
  assert.equal((await decide('send_back')).status, 200);
  assert.equal((await send(`POST /purchases/${await purchaseOf(paid)}/cancel`, buyer, { why })).status, 200);
  assert.equal((await send(`DELETE ${path}`, buyer)).body.deletedCount, 1);
  await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [asked]);
  await shop.runJobs();
  const { rows } = await pool.query(
    "select state, exists (select from mails where kind = 'hold_ended' and recipient = $2) as is_told from purchases where id = $1",
    [asked, buyer.email],
  );
  assert.deepEqual(rows, [{ state: 'released', is_told: false }]);
  // The payment of an amount, which is tied to an order later, is refused to nobody else.
  const alone = await actFor(shop, buyer, await idOf(shop, buyer));
  assert.equal((await till.createIntent(alone, { price: unpaid.total })).status, 200);
});

test('staff are told of which company it is that it may not order, and that they let it order again', async () => {
  const [closed, held] = [await openCompany(shop), await openCompany(shop)];
  const colleague = await signUpStaff(shop, shopAdmin);
  const [ofClosed, ofHeld] = [
    await joinCompany(shop, closed, ['buyer'], colleague),
    await joinCompany(shop, held, ['buyer'], colleague),
  ];
  const mine = await actFor(shop, colleague, await idOf(shop, colleague));
  await change(closed.id, 'close');
  await change(held.id, 'block');
  const other = { buyerId: (await openCompany(shop)).id };
  for (const [by, more, code, toStaff, words] of [
    [mine, { buyerId: closed.id }, 'company_closed', 'about', /^This company is closed: They have merged/],
    [mine, { buyerId: held.id }, 'ordering_blocked', 'about', /^This buyer may not order: They have merged/],
    [ofClosed, {}, 'company_closed', 'acting', /^You act for a company that is closed: They have merged/],
    [ofClosed, other, 'company_closed', 'acting', /on its page, under Companies.*, or act for yourself/],
    [ofHeld, {}, 'ordering_blocked', 'acting', /^You act for a company that may not order: They have merged/],
  ] as [Person, object, string, string, RegExp][]) {
    const answer = await order(by, more);
    assert.deepEqual(refusal(answer), [409, code, { why, toStaff }]);
    assert.match(answer.body.detail, words);
  }
  assert.equal((await order(ofHeld, other)).status, 201);
});
