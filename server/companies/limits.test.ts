// Needs a shop: limits hold between requests that come at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import type { Member } from '#contract/companies/schema.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import { idOf, joinCompany, openCompany } from '../../tests/fixtures/companies.ts';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import { purchaseFor, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import type { Queryable } from '../ground/database/client.ts';
import { summarizeOrders } from '../orders/summary.ts';
import { auditPriceLists } from '../price-lists/audit.ts';
import { auditApprovals } from '../purchases/audit.ts';
import { readCompanyTerms, writeSpending } from '../purchases/company-terms.ts';
import { auditCompanies } from './audit.ts';
import { listBudgets } from './budgets.ts';
import { readFigures } from './queries.ts';

const shop = await startTestShop({ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' });
after(() => shop.close());
const till = await openTill(shop);
const shopAdmin = await shop.signInAdmin();
const { pool } = shop.database;
// Mails wait, with their tokens.
await pool.query("alter table mails alter column next_at set default 'infinity'");

/** What 100 pieces cost, in dollars. */
const cost = Math.round(till.product.price * 100 * 100) / 100;
const aCentLess = Math.round(cost * 100 - 1) / 100;

const order = ({ token }: Person, more: object = {}) =>
  shop.call('POST /purchases', { token, body: purchaseFor([[till.product, 100]], more) });
const refusal = ({ status, body }: { status: number; body: { code?: string; params?: object } }) => [
  status,
  body.code,
  body.params,
];
async function company() {
  const opened = await openCompany(shop);
  const call = (route: string, body?: object) => {
    const [method, path] = route.split(' ') as [string, string];
    const { token } = opened.admin;
    return shop.call(`${method} /companies/${opened.id}${path}`, { token, ...(body && { body }) });
  };
  const limit = async (person: Person, body: object) =>
    assert.equal((await call(`PATCH /members/${await idOf(shop, person)}`, body)).status, 200);
  const usedOf = async (name: string) =>
    (await call('GET /budgets')).body.find((one: { name: string }) => one.name === name).used;
  return { ...opened, call, limit, usedOf };
}

test('a member orders no more at once, and no more in a month, than the company lets them', async () => {
  const { admin, id, limit } = await company();
  const buyer = await joinCompany(shop, { id, admin }, ['buyer']);
  await limit(buyer, { perPurchase: aCentLess });
  const over = { limit: 'per_purchase', left: aCentLess, needs: cost };
  assert.deepEqual(refusal(await order(buyer)), [409, 'over_limit', over]);
  await limit(buyer, { perPurchase: null, perMonth: cost });
  assert.equal((await order(buyer)).status, 201);
  const used = async ({ token }: Person): Promise<(number | undefined)[]> =>
    (await shop.call(`GET /companies/${id}/members`, { token })).body.map(
      (member: Member) => member.usedOfMonth,
    );
  assert.deepEqual(
    [await used(admin), await used(buyer)],
    [
      [0, cost],
      [undefined, cost],
    ],
  );
  assert.deepEqual(refusal(await order(buyer)), [
    ...[409, 'over_limit', { limit: 'per_month', left: 0, needs: cost }],
  ]);
  // Said before they order, too.
  const said = async ({ email, token }: Person) =>
    (await shop.call(`GET /orders/summary?email=${email}`, { token })).body.member;
  const none = { perPurchase: null, perMonth: null, usedThisMonth: 0, skipsRules: false };
  assert.deepEqual(await said(buyer), { ...none, perMonth: cost, usedThisMonth: cost });
  assert.deepEqual(await said(admin), none);
  assert.equal(await said(await shop.signUp()), undefined);
  assert.equal((await order(admin)).status, 201);
  // More than there was: what was ordered before counts.
  await limit(buyer, { perMonth: cost * 2 });
  assert.equal((await order(buyer)).status, 201);
  await limit(buyer, { perMonth: cost });
  assert.equal((await order(buyer)).status, 409);
});

test('who has left and comes back without a limit pays what was released meanwhile', async () => {
  const { admin, id, limit, call } = await company();
  const person = await shop.signUp();
  const buyer = await joinCompany(shop, { id, admin }, ['buyer'], person);
  await limit(buyer, { perMonth: cost });
  const { insertedId } = (await order(buyer)).body;
  await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [
    insertedId,
  ]);
  await shop.runJobs();
  assert.equal((await call(`DELETE /members/${await idOf(shop, buyer)}`)).status, 200);
  const back = await joinCompany(shop, { id, admin }, ['buyer'], person);
  assert.equal((await order(back)).status, 201);
  const paying = await shop.call(`POST /purchases/${insertedId}/payment`, { token: back.token });
  assert.equal(paying.status, 200, JSON.stringify(paying.body));
});

test('twenty orders at once come to no more than a budget, and exactly those are refused that do not fit', async () => {
  const { admin, id, call, usedOf } = await company();
  const buyers = await Promise.all([1, 2, 3, 4].map(() => joinCompany(shop, { id, admin }, ['buyer'])));
  assert.equal((await call('POST /budgets', { name: 'All', period: 'year', limit: cost * 7 })).status, 201);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => order(buyers[n % 4]!)));
  const placed = answers.filter(({ status }) => status === 201);
  assert.equal(placed.length, 7);
  for (const answer of answers)
    if (answer.status !== 201)
      assert.deepEqual(refusal(answer), [
        ...[409, 'over_limit', { limit: 'budget', name: 'All', left: 0, needs: cost }],
      ]);
  assert.equal(await usedOf('All'), cost * 7);
});

test('what is deleted, released or refunded is given back once; what is held again counts again', async () => {
  const { admin, call, usedOf } = await company();
  await call('POST /budgets', { name: 'All', period: 'month', limit: cost * 2 });
  const [first, second] = [(await order(admin)).body.insertedId, (await order(admin)).body.insertedId];
  assert.equal(await usedOf('All'), cost * 2);
  const remove = () => shop.call(`DELETE /purchases/${first}`, { token: admin.token });
  await Promise.all([remove(), remove(), remove()]);
  assert.equal(await usedOf('All'), cost);
  await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [second]);
  await shop.runJobs();
  assert.equal(await usedOf('All'), 0);
  // Two others use the budget: the released one does not fit any more, and does when one of them is gone.
  const other = (await order(admin)).body.insertedId;
  await order(admin);
  const pay = () => shop.call(`POST /purchases/${second}/payment`, { token: admin.token });
  assert.deepEqual(refusal(await pay()), [
    ...[409, 'over_limit', { limit: 'budget', name: 'All', left: 0, needs: cost }],
  ]);
  await shop.call(`DELETE /purchases/${other}`, { token: admin.token });
  assert.equal((await pay()).status, 200);
  assert.equal(await usedOf('All'), cost * 2);
});

test('a refund gives back to the budget, and a budget of a cost center counts its own orders', async () => {
  const { admin, call, usedOf } = await company();
  await call('POST /budgets', { name: 'Lab', costCentre: 'lab', period: 'quarter', limit: cost * 2 });
  await order(admin);
  assert.equal(await usedOf('Lab'), 0);
  await order(admin, { costCentre: 'Lab' });
  assert.equal(await usedOf('Lab'), cost);
  const { id } = await till.payOrder(admin);
  assert.equal(await usedOf('Lab'), cost);
  await pool.query("update budgets set cost_centre = null where name = 'Lab'");
  const { id: counted } = await till.payOrder(admin);
  assert.equal(await usedOf('Lab'), cost * 2);
  const body = { reason: 'Recalled' };
  const refund = await shop.call(`POST /orders/${counted}/refund`, { token: shopAdmin.token, body });
  assert.equal(refund.status, 200, JSON.stringify(refund.body));
  assert.equal(await usedOf('Lab'), cost);
  assert.ok(id);
});

test('rules of PO numbers and cost centers hold for every way to order, and are told', async () => {
  const { admin, call } = await company();
  const rules = { poNumber: 'unique', costCentres: ['Lab'], approvals: [] };
  assert.equal((await call('PUT /rules', rules)).status, 200);
  assert.deepEqual((await call('GET /rules')).body, { revision: 1, ...rules });
  const why = async (more: object) => (await order(admin, more)).body.params?.why;
  const both = (await order(admin)).body;
  assert.equal(both.params.why, 'po_required');
  assert.deepEqual(
    both.errors.map(({ field, code }: FieldError) => [field, code]),
    [
      ['poNumber', 'po_required'],
      ['costCentre', 'cost_centre'],
    ],
  );
  assert.equal(await why({ poNumber: 'PO-1' }), 'cost_centre');
  assert.equal((await order(admin, { poNumber: 'PO-1', costCentre: 'lab' })).status, 201);
  assert.equal(await why({ poNumber: 'po-1', costCentre: 'Lab' }), 'po_used');
  const bad = await call('PUT /rules', {
    ...rules,
    approvals: [{ above: 1, newAddress: true, by: { role: 'admin' }, count: 1 }],
  });
  assert.deepEqual([bad.status, bad.body.errors[0].code], [400, 'approval_rule']);
  const byBuyers = { ...rules, approvals: [{ above: 1, by: { role: 'buyer' }, count: 1 }] };
  assert.equal((await call('PUT /rules', byBuyers)).status, 400);
  const most = Array.from({ length: 200 }, (_, n) => `${n}`.padEnd(64, '研'));
  assert.equal((await call('PUT /rules', { ...rules, costCentres: most })).status, 200);
});

test('where a rule is about addresses, no order gets to another one, and its admins alone change the book', async () => {
  const { admin, id, call } = await company();
  const buyer = await joinCompany(shop, { id, admin }, ['buyer']);
  const rules = { poNumber: 'optional', costCentres: [], approvals: [] };
  const other = { ...SHIP_TO, city: 'Elsewhere' };
  const add = ({ token }: Person, street: string) =>
    shop.call('POST /addresses', { token, body: { shipTo: { ...SHIP_TO, street: [street] } } });
  const { id: line } = await till.payOrder(admin);
  const { purchase_id: paid } = (await pool.query('select purchase_id from orders where id = $1', [line]))
    .rows[0];
  const send = (shipTo: object) =>
    shop.call(`PUT /purchases/${paid}/address`, { token: admin.token, body: { shipTo } });
  const approvals = [{ newAddress: true, by: { role: 'admin' }, count: 1 }];
  for (const rule of [{ addressesFromBook: true }, { approvals }]) {
    assert.equal((await call('PUT /rules', { ...rules, ...rule })).status, 200);
    const refused = await add(buyer, '2 Side Road');
    assert.deepEqual([refused.status, refused.body.params], [403, { why: 'right_missing' }]);
    assert.equal((await add(admin, crypto.randomUUID())).status, 201);
    // An address for invoices only is none that orders go to.
    await shop.call('POST /addresses', { token: admin.token, body: { shipTo: other, use: 'bill' } });
    assert.deepEqual(refusal(await send(other)), [409, 'company_rule', { why: 'new_address' }]);
    assert.equal((await send(SHIP_TO)).status, 200);
  }
  await call('PUT /rules', { ...rules, addressesFromBook: true });
  assert.equal((await call('GET /rules')).body.addressesFromBook, true);
  const refused = await order(buyer, { shipTo: other });
  assert.deepEqual(refusal(refused), [409, 'company_rule', { why: 'new_address' }]);
  assert.match(refused.body.detail, /Choose one, or ask an admin of your company to add this one\./);
  assert.equal((await order(buyer, { shipTo: SHIP_TO })).status, 201);
  await call('PUT /rules', rules);
  assert.equal((await add(buyer, '2 Side Road')).status, 201);
  assert.equal((await send(other)).status, 200);
});

test('a PO number and a cost center that are changed are judged by the rules, of a paid order and of who has left, too', async () => {
  const { admin, call, id: companyId } = await company();
  const leaving = await joinCompany(shop, { id: companyId, admin }, ['buyer']);
  const facts = { poNumber: 'PO-1', costCentre: 'Lab' };
  await order(admin, facts);
  const held = (await order(admin, { ...facts, poNumber: 'PO-2' })).body.insertedId;
  const paid = (await order(admin, { ...facts, poNumber: 'PO-3' })).body.insertedId;
  const left = (await order(leaving, { ...facts, poNumber: 'PO-4' })).body.insertedId;
  assert.equal((await call(`DELETE /members/${await idOf(shop, leaving)}`)).status, 200);
  const secret = (await begin(paid, admin)).body.clientSecret;
  await till.pay(secret);
  const body = { transactionId: intentIdOf(secret) };
  assert.equal((await shop.call(`PATCH /purchases/${paid}`, { token: admin.token, body })).status, 200);
  await till.eventsArrived();
  await call('PUT /rules', { poNumber: 'unique', costCentres: ['Lab', 'Roof'], approvals: [] });
  const change = async (id: string, body: object) => {
    const answer = await shop.call(`PATCH /purchases/${id}/details`, { token: admin.token, body });
    return [answer.status, answer.body.params?.why, answer.body.errors?.[0].field];
  };
  for (const [id, poNumber] of [
    [held, 'PO-2'],
    [paid, 'PO-3'],
    [left, 'PO-4'],
  ] as const) {
    assert.deepEqual(await change(id, { poNumber: '' }), [409, 'po_required', 'poNumber']);
    assert.deepEqual(await change(id, { poNumber: 'po-1' }), [409, 'po_used', 'poNumber']);
    assert.deepEqual(await change(id, { costCentre: 'Yard' }), [409, 'cost_centre', 'costCentre']);
    const { body: read } = await shop.call(`GET /purchases/${id}`, { token: admin.token });
    assert.deepEqual([read.poNumber, read.costCentre], [poNumber, 'Lab']);
    const is = { poNumber: `${poNumber}b`, costCentre: 'roof', note: 'Call first' };
    assert.deepEqual(await change(id, is), [200, undefined, undefined]);
  }
  await call('POST /budgets', { name: 'Lab', period: 'year', costCentre: 'LAB', limit: 1 });
  // The budget counts none of them; the unpaid ones are judged by it.
  const counted = [409, 'cost_centre_counted', 'costCentre'];
  assert.deepEqual(await change(paid, { costCentre: 'Lab' }), counted);
  assert.equal((await change(held, { costCentre: 'Lab' }))[0], 409);
  assert.deepEqual(await change(paid, { costCentre: 'ROOF' }), [200, undefined, undefined]);
});

test('a colleague raises an order no higher than they may order themselves, and who has left gets no mail of it', async () => {
  const { admin, id, call, limit } = await company();
  const buyer = await joinCompany(shop, { id, admin }, ['buyer']);
  const colleague = await joinCompany(shop, { id, admin }, ['buyer', 'viewer']);
  await limit(colleague, { perPurchase: cost });
  const placed = (await order(buyer)).body.insertedId;
  const { body: read } = await shop.call(`GET /purchases/${placed}`, { token: admin.token });
  const raise = ({ token }: Person, times: number) => {
    const lines = [{ _id: read.lines[0]._id, quantity: read.lines[0].quantity * times }];
    const body = { lines, expectedTotal: read.total * times };
    return shop.call(`PATCH /purchases/${placed}/lines`, { token, body });
  };
  const over = { limit: 'per_purchase', left: cost, needs: cost * 2 };
  assert.deepEqual(refusal(await raise(colleague, 2)), [409, 'over_limit', over]);
  assert.equal((await raise(buyer, 2)).status, 200);
  assert.equal((await raise(colleague, 1)).status, 200);
  await call(`DELETE /members/${await idOf(shop, buyer)}`);
  assert.equal((await raise(admin, 3)).status, 200);
  const { rows } = await pool.query(
    "select recipient from mails where kind = 'lines_changed' and facts ->> 'purchaseId' = $1 order by created_at",
    [placed],
  );
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    [buyer.email, buyer.email, admin.email],
  );
});

test('who may skip rules orders above limits and budgets and without approval, and an admin alone skips nothing', async () => {
  const { admin, id, call, limit, usedOf } = await company();
  const buyer = await joinCompany(shop, { id, admin }, ['buyer']);
  await call('POST /budgets', { name: 'All', period: 'month', limit: cost });
  const approvals = [{ above: 0, by: { role: 'approver' }, count: 1 }];
  await call('PUT /rules', { poNumber: 'optional', costCentres: [], approvals });
  for (const person of [admin, buyer]) {
    await limit(person, { perPurchase: aCentLess, perMonth: aCentLess });
    assert.equal((await order(person)).body.params.limit, 'per_purchase');
  }
  await limit(buyer, { skipsRules: true });
  const rightsOf = async ({ token }: Person) => (await shop.call('GET /companies', { token })).body[0].rights;
  assert.ok((await rightsOf(buyer)).includes('rules.skip'));
  assert.ok(!(await rightsOf(admin)).includes('rules.skip'));
  const orders = [await order(buyer), await order(buyer)];
  assert.deepEqual(
    orders.map(({ status, body }) => [status, body.state]),
    orders.map(() => [201, undefined]),
  );
  assert.equal(await usedOf('All'), cost * 2);
  const placed: string = orders[1]!.body.insertedId;
  const skips = async () => {
    const { body } = await shop.call(`GET /purchases/${placed}/history`, { token: admin.token });
    const told = body.filter(({ kind }: { kind: string }) => kind === 'rules_skipped');
    return told.map(({ who, why }: { who: string; why: string }) => [who, why]);
  };
  const lets = (what: string) => `An admin of the company lets its member order ${what}`;
  const above = 'above the limit per month, above a budget';
  const without = 'without the approval that its rules ask for';
  const first = [buyer.email, lets(`above the limit per order, ${above}, ${without}`)];
  assert.deepEqual(await skips(), [first]);

  // For others the budget is as it was: the judge refuses, and the database without it.
  await limit(admin, { perPurchase: null, perMonth: null });
  const over = { limit: 'budget', name: 'All', left: 0, needs: cost };
  assert.deepEqual(refusal(await order(admin)), [409, 'over_limit', over]);
  const [{ _id: scopeId, periodStart }] = (await call('GET /budgets')).body;
  const counted = { purchaseId: placed, buyerId: id, scopeId, periodStart, cents: 1 };
  const write = shop.database.db
    .transaction()
    .execute((transaction) => writeSpending(transaction, [{ ...counted, boundCents: cost * 100 }]));
  await assert.rejects(write, /spending_bound/);

  // A colleague who changes the order has to keep to the rules.
  const change = ({ token }: Person, costCentre: string) =>
    shop.call(`PATCH /purchases/${placed}/details`, { token, body: { costCentre } });
  assert.equal((await change(admin, 'Lab')).body.code, 'over_limit');
  assert.equal((await change(buyer, 'Lab')).status, 200);
  await endHold(placed);
  assert.equal((await begin(placed, buyer)).status, 200);
  assert.deepEqual(await skips(), [first, first, ['shop', lets(above)]]);
  await endHold(placed);
  await limit(buyer, { skipsRules: false });
  assert.equal((await begin(placed, buyer)).body.code, 'over_limit');
});

test('a right to skip rules that was taken away a moment ago lets nothing pass', async () => {
  const { admin, id, limit } = await company();
  await limit(admin, { perMonth: aCentLess, skipsRules: true });
  const client = await pool.connect();
  let placing: ReturnType<typeof order> | undefined;
  try {
    await client.query('begin');
    await client.query('select from buyers where id = $1 for no key update', [id]);
    placing = order(admin);
    await shop.database.untilWaiting();
    await client.query('update members set skips_rules = false where buyer_id = $1', [id]);
    await client.query('commit');
  } finally {
    client.release();
  }
  assert.equal((await placing).body.code, 'over_limit');
});

test('months, budgets and what was spent begin anew at midnight of the company’s time zone', async () => {
  const { admin, id, call } = await company();
  const zoneOf = async () => (await call('GET ')).body.timeZone;
  const set = (timeZone: string) => call('PATCH ', { timeZone });
  const shopZone = await zoneOf();
  const unknown = await set('Mars/Olympus');
  assert.deepEqual([unknown.status, unknown.body.errors[0].field], [400, 'timeZone']);
  // JavaScript knows this one and PostgreSQL does not, which is found without the company's lock.
  const locker = await pool.connect();
  await locker.query('begin');
  await locker.query('select from buyers where id = $1 for no key update', [id]);
  assert.equal((await set('VST')).status, 400);
  await locker.query('rollback');
  locker.release();
  await order(admin);
  await call('POST /budgets', { name: 'All', period: 'quarter', limit: 10 });
  const userId = await idOf(shop, admin);
  const asked = { nth: 0, buyerId: id, userId, actedBy: userId };
  const nothing = { poNumber: undefined, costCentre: undefined, shipTo: undefined };
  await pool.query("update purchases set placed_at = '2026-12-31 11:00Z' where buyer_id = $1", [id]);
  /** Where limits count when it is 11 o'clock on the last day of June, UTC. */
  const countedIn = async (timeZone: string) => {
    assert.equal((await set(timeZone)).status, 200);
    return shop.database.db.transaction().execute(async (transaction) => {
      const run = (text: string) => transaction.executeQuery(CompiledQuery.raw(text));
      await run('create schema clock');
      await run(`create function clock.now() returns timestamptz language sql stable
        as $$ select '2027-06-30 11:00Z'::timestamptz $$`);
      await run('set local search_path = clock, public, pg_catalog');
      const terms = await readCompanyTerms(transaction, [{ ...asked, ...nothing }]);
      const [budget] = await listBudgets(transaction, id);
      const owner = { userId, email: admin.email, buyerId: id };
      const { monthStart } = await summarizeOrders(transaction, owner, { maxUnpaid: 1, unprovenCents: 1 });
      const { ordersThisYear } = (await readFigures(transaction, id))!;
      await run('reset search_path');
      await run('drop schema clock cascade');
      const starts = terms.get(0)!.limits.map((limit) => limit.periodStart);
      return [...starts, budget!.periodStart, monthStart, ordersThisYear];
    });
  };
  const [june, july, april] = ['2027-06-01', '2027-07-01', '2027-04-01'];
  assert.deepEqual(await countedIn('Pacific/Kiritimati'), [july, july, july, july, 1]);
  assert.deepEqual(await countedIn('America/New_York'), [june, april, april, june, 0]);
  assert.equal(await zoneOf(), 'America/New_York');
  assert.equal((await set('')).status, 200);
  assert.equal(await zoneOf(), shopZone);
  const { body: log } = await shop.call('GET /events?kind=company_changed&limit=3', {
    token: shopAdmin.token,
  });
  assert.deepEqual(
    log.map(({ who, facts }: { who: string; facts: { zones: object } }) => [who, facts.zones]),
    [
      [admin.email, { from: 'America/New_York', to: shopZone }],
      [admin.email, { from: 'Pacific/Kiritimati', to: 'America/New_York' }],
      [admin.email, { from: shopZone, to: 'Pacific/Kiritimati' }],
    ],
  );
});

test('of two who change the rules they have read, one is told; a body without a revision is taken', async () => {
  const { call } = await company();
  const rules = { poNumber: 'required', costCentres: ['Lab'], approvals: [] };
  const { revision } = (await call('GET /rules')).body;
  const answers = await Promise.all([1, 2].map(() => call('PUT /rules', { ...rules, revision })));
  const late = answers.find(({ status }) => status !== 200)!;
  assert.deepEqual(refusal(late), [409, 'changed_meanwhile', { revision: revision + 1 }]);
  assert.equal((await call('PUT /rules', { ...rules, costCentres: [] })).status, 200);
  assert.deepEqual((await call('GET /rules')).body, { ...rules, costCentres: [], revision: revision + 2 });
});

test('of a limit that is nearly used, its member or those who look after budgets get one mail a period', async () => {
  const { admin, id, call, limit } = await company();
  const buyer = await joinCompany(shop, { id, admin }, ['buyer']);
  const finance = await joinCompany(shop, { id, admin }, ['finance']);
  await limit(buyer, { perMonth: cost * 4 });
  await call('POST /budgets', { name: 'All', period: 'year', limit: cost * 2 });
  const told = async () =>
    (
      await pool.query(
        `select recipient, facts ->> 'budget' as budget, (facts ->> 'usedCents')::int as used from mails
         where kind = 'limit_nearly_used' and facts ->> 'buyerId' = $1 order by used, recipient`,
        [id],
      )
    ).rows;
  await order(buyer);
  assert.deepEqual(await told(), []);
  await order(buyer);
  const used = Math.round(cost * 200);
  const ofBudget = [admin, finance]
    .map(({ email: recipient }) => ({ recipient, budget: 'All', used }))
    .sort((a, b) => (a.recipient < b.recipient ? -1 : 1));
  assert.deepEqual(await told(), ofBudget);
  const [{ _id: budgetId }] = (await call('GET /budgets')).body;
  await call(`DELETE /budgets/${budgetId}`);
  await order(buyer);
  await order(buyer);
  const ofMonth = { recipient: buyer.email, budget: null, used: used * 2 };
  assert.deepEqual(await told(), [...ofBudget, ofMonth]);
  // More is let, and used again: another limit. The same one is told of once.
  const [last] = (await shop.call(`GET /purchases?email=${buyer.email}`, { token: buyer.token })).body;
  await shop.call(`DELETE /purchases/${last._id}`, { token: buyer.token });
  await order(buyer);
  assert.deepEqual(await told(), [...ofBudget, ofMonth]);
  await limit(buyer, { perMonth: cost * 5 });
  await order(buyer);
  assert.deepEqual(await told(), [...ofBudget, ofMonth, { ...ofMonth, used: Math.round(cost * 500) }]);
});

const endHold = async (id: string) => {
  await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [id]);
  await shop.runJobs();
};
const begin = (id: string, { token }: Person) => shop.call(`POST /purchases/${id}/payment`, { token });

test('money that comes late for what a limit has no room for any more goes back', async () => {
  const { admin, call, usedOf } = await company();
  await call('POST /budgets', { name: 'All', period: 'month', limit: cost });
  const late = (await order(admin)).body.insertedId;
  const secret = (await begin(late, admin)).body.clientSecret;
  await endHold(late);
  assert.equal((await order(admin)).status, 201);
  await till.pay(secret);
  const transactionId = intentIdOf(secret);
  const paid = await shop.call(`PATCH /purchases/${late}`, { token: admin.token, body: { transactionId } });
  assert.equal(paid.body.code, 'payment_given_back', JSON.stringify(paid.body));
  await till.eventsArrived();
  assert.equal(await usedOf('All'), cost);
  await shop.runJobs();
  const { rows } = await pool.query('select refund_cause from payments where intent_id = $1', [
    transactionId,
  ]);
  assert.equal(rows[0].refund_cause, 'over_limit');
});

test('what was approved outside a budget lets nothing else exceed it, and may be held again itself', async () => {
  const { admin, id, call, usedOf } = await company();
  const boss = await joinCompany(shop, { id, admin }, ['approver']);
  const budget = await call('POST /budgets', { name: 'All', period: 'month', limit: cost });
  const one = (await order(admin)).body.insertedId;
  await endHold(one);
  const other = (await order(admin)).body.insertedId;
  await endHold(other);
  const approvals = [{ overBudget: true, by: { role: 'approver' }, count: 1 }];
  await call('PUT /rules', { poNumber: 'optional', costCentres: [], approvals });
  const body = purchaseFor([[till.product, 300]]);
  const asked = await shop.call('POST /purchases', { token: admin.token, body });
  assert.deepEqual([asked.status, asked.body.state], [201, 'asked']);
  await endHold(asked.body.insertedId);
  assert.equal(await usedOf('All'), 0);
  assert.equal((await begin(one, admin)).status, 200);
  const over = { limit: 'budget', name: 'All', left: 0, needs: cost };
  assert.deepEqual(refusal(await begin(other, admin)), [409, 'over_limit', over]);
  const seen = (await shop.call(`GET /purchases/${asked.body.insertedId}`, { token: boss.token })).body;
  const approved = await shop.call(`POST /purchases/${asked.body.insertedId}/approvals`, {
    token: boss.token,
    body: { revision: seen.revision, hash: seen.hash, verdict: 'approve' },
  });
  assert.deepEqual([approved.status, approved.body.state], [200, 'to_pay'], JSON.stringify(approved.body));
  assert.equal(await usedOf('All'), Math.round((cost + body.expectedTotal) * 100) / 100);
  // Without the budget nothing is limited.
  await call(`DELETE /budgets/${budget.body.insertedId}`);
  assert.equal((await begin(other, admin)).status, 200);
});

test('a removed budget is deleted, unless orders have counted in it', async () => {
  const { admin, id, call } = await company();
  const add = async (name: string) =>
    (await call('POST /budgets', { name, period: 'month', limit: cost })).body.insertedId;
  const used = await add('Used');
  await order(admin);
  const unused = await add('Unused');
  for (const budgetId of [used, unused])
    assert.deepEqual((await call(`DELETE /budgets/${budgetId}`)).body, { deletedCount: 1 });
  assert.deepEqual((await call(`DELETE /budgets/${unused}`)).body, { deletedCount: 0 });
  const { rows } = await pool.query('select name from budgets where buyer_id = $1', [id]);
  assert.deepEqual(rows, [{ name: 'Used' }]);
});

test('what a bank sent back counts again, however little is left', async () => {
  const { admin, call, usedOf } = await company();
  await call('POST /budgets', { name: 'All', period: 'month', limit: cost * 1.5 });
  const { id: line } = await till.payOrder(admin);
  const give = (share: number) =>
    pool.query(
      `update purchases set refunded_cents = total_cents * $2::numeric
       where id = (select purchase_id from orders where id = $1)`,
      [line, share],
    );
  await give(0.6);
  assert.equal((await order(admin)).status, 201);
  await give(0);
  assert.equal(await usedOf('All'), cost * 2);
  assert.equal((await order(admin)).body.params.left, 0);
});

test('a released order counts for the cost center that it was given meanwhile, once it is held again', async () => {
  const { admin, call, usedOf } = await company();
  for (const name of ['Lab', 'Roof'])
    await call('POST /budgets', { name, costCentre: name, period: 'month', limit: cost });
  const id = (await order(admin, { costCentre: 'Lab' })).body.insertedId;
  await endHold(id);
  const body = { costCentre: 'Roof' };
  assert.equal((await shop.call(`PATCH /purchases/${id}/details`, { token: admin.token, body })).status, 200);
  assert.deepEqual([await usedOf('Lab'), await usedOf('Roof')], [0, 0]);
  assert.equal((await begin(id, admin)).status, 200);
  assert.deepEqual([await usedOf('Lab'), await usedOf('Roof')], [0, cost]);
});

test('a refund locks the company before what it counts and before stock, as placing does', async () => {
  const { admin, id } = await company();
  const { id: line } = await till.payOrder(admin);
  const client = await pool.connect();
  let refund: Promise<unknown> | undefined;
  try {
    await client.query('begin');
    await client.query('select from products where id = $1 for no key update', [till.product._id]);
    const body = { reason: 'Recalled' };
    refund = shop.call(`POST /orders/${line}/refund`, { token: shopAdmin.token, body });
    await shop.database.untilWaiting();
    const lock = client.query('select from buyers where id = $1 for no key update nowait', [id]);
    await assert.rejects(lock, { code: '55P03' });
  } finally {
    await client.query('rollback');
    client.release();
    await refund;
  }
});

/** What an audit finds once a statement has changed what is counted; the change is undone. */
async function foundAfter(
  audit: (db: Queryable) => Promise<string[]>,
  statement: string,
  values: unknown[],
): Promise<string[]> {
  const undone = new Error('undone');
  let found: string[] = [];
  await shop.database.db
    .transaction()
    .execute(async (transaction) => {
      const before = await audit(transaction);
      await transaction.executeQuery(CompiledQuery.raw(statement, values));
      found = (await audit(transaction)).filter((fault) => !before.includes(fault));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
}

test('the audit finds each counter of limits that is wrong, and says what to do', async () => {
  const { admin, id, call } = await company();
  await call('POST /budgets', { name: 'All', period: 'month', limit: cost * 3 });
  const { insertedId } = (await order(admin)).body;
  const cents = Math.round(cost * 100);
  const find = (statement: string, ...values: unknown[]) => foundAfter(auditCompanies, statement, values);
  const month = await find(
    `update spending set used_cents = used_cents + 1 where buyer_id = $1 and scope_id <> all(array(select id from budgets))`,
    id,
  );
  assert.equal(month.length, 1);
  assert.match(month[0]!, /^company Acme counts \d+ cents of the month of \S+@\S+ .* set used_cents to \d+$/);
  const budget = await find(
    'update spending set used_cents = 0 where scope_id = (select id from budgets where buyer_id = $1)',
    id,
  );
  assert.equal(budget.length, 1);
  assert.match(budget[0]!, new RegExp(`counts 0 cents of the budget All .* set used_cents to ${cents}$`));
  const part = await find(
    `with less as (update purchase_spending set cents = cents - 1 where purchase_id = $1 returning *)
     update spending set used_cents = used_cents - 1 from less
     where (spending.scope_id, spending.period_start) = (less.scope_id, less.period_start)`,
    insertedId,
  );
  assert.equal(part.length, 2);
  for (const fault of part) assert.match(fault, new RegExp(`counts ${cents - 1} cents .* comes to ${cents}`));
  const nowhere = await find(
    `with gone as (delete from purchase_spending where purchase_id = $1 returning *)
     update spending set used_cents = used_cents - gone.cents from gone
     where (spending.scope_id, spending.period_start) = (gone.scope_id, gone.period_start)`,
    insertedId,
  );
  assert.match(nowhere.join(), /^purchase \S+ of Acme counts in no month/);
  const alone = await find("update members set roles = '{viewer}' where buyer_id = $1", id);
  assert.match(alone.join(), /^company Acme has members and no admin/);
});

test('the audit finds approvals and price lists that do not count', async () => {
  const { admin, id, call } = await company();
  const boss = await joinCompany(shop, { id, admin }, ['approver']);
  const approvals = [{ above: 1, by: { role: 'approver' }, count: 1 }];
  await call('PUT /rules', { poNumber: 'optional', costCentres: [], approvals });
  const { insertedId } = (await order(admin)).body;
  const path = `/purchases/${insertedId}`;
  const { revision, hash } = (await shop.call(`GET ${path}`, { token: boss.token })).body;
  const body = { revision, hash, verdict: 'approve' };
  assert.equal((await shop.call(`POST ${path}/approvals`, { token: boss.token, body })).status, 200);
  const find = (statement: string, ...values: unknown[]) => foundAfter(auditApprovals, statement, values);
  const missing = await find('update approvals set void_at = now() where purchase_id = $1', insertedId);
  assert.match(missing.join(), /^purchase \S+ is approved by 0 members where 1 have to approve it/);
  const own = await find(
    'update approvals set user_id = (select user_id from purchases where id = $1) where purchase_id = $1',
    insertedId,
  );
  assert.match(own.join(), /^purchase \S+ is approved by who has placed or changed it/);
  const list = await shop.call('POST /price-lists', {
    token: shopAdmin.token,
    body: { name: '2027', minusPercent: 5 },
  });
  const ids = { ids: [list.body.insertedId] };
  const assigned = await shop.call(`PUT /companies/${id}/price-lists`, { token: shopAdmin.token, body: ids });
  assert.equal(assigned.status, 200, JSON.stringify(assigned.body));
  const foreign = await foundAfter(auditPriceLists, "update price_lists set currency = 'EUR' where id = $1", [
    list.body.insertedId,
  ]);
  assert.match(foreign.join(), /^price list 2027 is in EUR and never counts for Acme, which pays in USD/);
});
