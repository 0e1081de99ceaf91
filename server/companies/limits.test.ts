// Needs a shop: limits hold between requests that come at once.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { joinCompany, openCompany } from '../../tests/fixtures/companies.ts';
import { openTill } from '../../tests/fixtures/payments.ts';
import { purchaseFor } from '../../tests/fixtures/purchases.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';

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
  const idOf = async ({ email }: Person): Promise<string> =>
    (await pool.query('select id from users where email = $1', [email])).rows[0].id;
  const limit = async (person: Person, body: object) =>
    assert.equal((await call(`PATCH /members/${await idOf(person)}`, body)).status, 200);
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
  assert.deepEqual(refusal(await order(buyer)), [
    ...[409, 'over_limit', { limit: 'per_month', left: 0, needs: cost }],
  ]);
  assert.equal((await order(admin)).status, 201);
  // More than there was: what was ordered before counts.
  await limit(buyer, { perMonth: cost * 2 });
  assert.equal((await order(buyer)).status, 201);
  await limit(buyer, { perMonth: cost });
  assert.equal((await order(buyer)).status, 409);
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
  assert.equal(await why({}), 'po_required');
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
