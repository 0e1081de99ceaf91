// Needs a shop: approvals race with colleagues, members and stock.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ApprovalRule } from '#contract/companies/rules.ts';
import { idOf, joinCompany, openCompany } from '../../tests/fixtures/companies.ts';
import { openTill } from '../../tests/fixtures/payments.ts';
import { addPriceList, assignLists } from '../../tests/fixtures/price-lists.ts';
import { purchaseFor, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop({ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' });
after(() => shop.close());
const { pool } = shop.database;
const till = await openTill(shop);
const { product } = till;
// Mails wait, with their tokens.
await pool.query("alter table mails alter column next_at set default 'infinity'");

const ABOVE: ApprovalRule = { above: 1, by: { role: 'approver' }, count: 1 };

const setRules = (companyId: string, approvals: ApprovalRule[]) =>
  pool.query('update buyers set rules = $2 where id = $1', [companyId, { approvals }]);

/** A company whose orders above a dollar need an approval, with a buyer and two approvers. */
async function ruled(rule: Partial<ApprovalRule> = {}) {
  const company = await openCompany(shop);
  const buyer = await joinCompany(shop, company, ['buyer']);
  const boss = await joinCompany(shop, company, ['approver']);
  const second = await joinCompany(shop, company, ['approver']);
  await setRules(company.id, [{ ...ABOVE, ...rule }]);
  return { company, buyer, boss, second };
}

async function ask({ token }: Person, more: object = {}) {
  const body = purchaseFor([[product, 100]], more);
  const placed = await shop.call('POST /purchases', { token, body });
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  assert.equal(placed.body.state, 'asked');
  return placed.body.insertedId as string;
}

const read = async (id: string, { token }: Person) =>
  (await shop.call(`GET /purchases/${id}`, { token })).body;

/** Says something of a purchase as it is now, or as it was `seen`. */
async function decide(
  id: string,
  person: Person,
  more: { verdict?: 'approve' | 'send_back'; note?: string; seen?: { revision: number; hash: string } } = {},
) {
  const { verdict = 'approve', note, seen } = more;
  const { revision, hash } = seen ?? (await read(id, person));
  const body = { revision, hash, verdict, note };
  return shop.call(`POST /purchases/${id}/approvals`, { token: person.token, body });
}

const waiting = async ({ token }: Person) =>
  (await shop.call('GET /approvals', { token })).body.map(({ _id }: { _id: string }) => _id);

const mailed = async (kind: string, id: string) =>
  (
    await pool.query(
      "select recipient from mails where kind = $1 and facts ->> 'purchaseId' = $2 order by recipient",
      [kind, id],
    )
  ).rows.map(({ recipient }) => recipient);

const refusal = ({
  status,
  body,
}: {
  status: number;
  body: { code?: string; params?: { why?: string } };
}) => [status, body.code, body.params?.why];

test('a purchase above the amount waits, its approvers are told, and the last approval lets it be paid', async () => {
  const { buyer, boss, second } = await ruled({ count: 2 });
  const id = await ask(buyer);
  assert.deepEqual(await mailed('approval_asked', id), [boss.email, second.email].sort());
  assert.deepEqual(
    [await waiting(boss), await waiting(second), await waiting(buyer).catch(() => [])].flat(),
    [id, id],
  );
  assert.deepEqual((await decide(id, boss, { note: 'Fine' })).body, { state: 'to_approve' });
  assert.deepEqual([await waiting(boss), await waiting(second)], [[], [id]]);
  const { approvals } = await read(id, buyer);
  assert.deepEqual(
    approvals.given.map(({ verdict, note }: { verdict: string; note: string }) => [verdict, note]),
    [['approve', 'Fine']],
  );
  assert.deepEqual(approvals.needed, [{ reason: 'above', above: 1, by: { role: 'approver' }, count: 2 }]);
  const seen = await read(id, second);
  assert.deepEqual((await decide(id, second)).body, { state: 'to_pay' });
  assert.deepEqual((await decide(id, second, { seen })).body, { state: 'to_pay' }, 'a repeat');
  assert.deepEqual(await mailed('approved', id), [buyer.email]);
  const { body: history } = await shop.call(`GET /purchases/${id}/history`, { token: buyer.token });
  const kinds = history.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds, ['order_placed', 'approval_asked', 'approved', 'approved']);
});

test('nobody approves their own, nor without the right', async () => {
  const { company, buyer } = await ruled();
  const both = await joinCompany(shop, company, ['buyer', 'approver']);
  const own = await ask(both);
  assert.deepEqual(refusal(await decide(own, both)), [403, 'forbidden', 'own_purchase']);
  assert.deepEqual(refusal(await decide(own, company.admin)), [403, 'forbidden', 'not_approver']);
  const id = await ask(buyer);
  assert.deepEqual(refusal(await decide(id, buyer)), [403, 'forbidden', 'right_missing']);
});

test('nobody approves what they have changed of a colleague’s', async () => {
  const { company, buyer, boss } = await ruled();
  const both = await joinCompany(shop, company, ['buyer', 'approver']);
  const id = await ask(buyer);
  const { lines, total } = await read(id, both);
  const body = { lines: [{ _id: lines[0]._id, quantity: 200 }], expectedTotal: total * 2 };
  const changed = await shop.call(`PATCH /purchases/${id}/lines`, { token: both.token, body });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(refusal(await decide(id, both)), [403, 'forbidden', 'own_purchase']);
  assert.deepEqual(await waiting(both), []);
  assert.equal((await decide(id, boss)).status, 200);
});

test('of two who press at once, one approves, and one sends back or is told that it was decided', async () => {
  const { buyer, boss, second } = await ruled();
  for (const verdict of ['approve', 'send_back'] as const) {
    const id = await ask(buyer);
    const seen = await read(id, boss);
    const answers = await Promise.all([decide(id, boss, { seen }), decide(id, second, { seen, verdict })]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(answers.find(({ status }) => status === 409)!.body.code, 'changed');
  }
});

test('two approvals at once of two that are needed hold the purchase once', async () => {
  const { buyer, boss, second } = await ruled({ count: 2 });
  const id = await ask(buyer);
  const seen = await read(id, boss);
  const answers = await Promise.all([decide(id, boss, { seen }), decide(id, second, { seen })]);
  assert.deepEqual(answers.map(({ body }) => body.state).sort(), ['to_approve', 'to_pay']);
  assert.deepEqual(await mailed('approved', id), [buyer.email]);
});

test('an approver who was removed a moment ago does not approve', async () => {
  const { company, buyer, boss } = await ruled();
  const id = await ask(buyer);
  const seen = await read(id, boss);
  const path = `/companies/${company.id}/members/${await idOf(shop, boss)}`;
  // Whichever is first: the removal waits for the lock of the company, or the approval does.
  const [removed, approved] = await Promise.all([
    shop.call(`DELETE ${path}`, { token: company.admin.token }),
    decide(id, boss, { seen }),
  ]);
  assert.equal(removed.status, 200);
  const { state } = await read(id, buyer);
  assert.equal(state, approved.status === 200 ? 'to_pay' : 'to_approve');
  assert.ok([200, 401].includes(approved.status), JSON.stringify(approved.body));
  assert.equal((await decide(id, boss, { seen })).status, 401);
});

test('what a member was to approve who leaves is the admins’, of orders that wait, too', async () => {
  const { company, buyer, boss } = await ruled();
  const userId = await idOf(shop, boss);
  await setRules(company.id, [{ ...ABOVE, by: { userId } }]);
  const waits = await ask(buyer);
  assert.equal((await decide(waits, company.admin)).body.code, 'forbidden');
  const { token } = company.admin;
  const removed = await shop.call(`DELETE /companies/${company.id}/members/${userId}`, { token });
  assert.equal(removed.status, 200);
  const { body: rules } = await shop.call(`GET /companies/${company.id}/rules`, { token });
  assert.deepEqual([rules.approvals[0].by, rules.revision], [{ role: 'admin' }, 1]);
  for (const id of [waits, await ask(buyer)]) {
    assert.equal((await decide(id, company.admin)).status, 200);
    assert.equal((await read(id, buyer)).state, 'to_pay');
  }
});

test('what somebody was to approve whose account is removed is the admins’', async () => {
  const { company, buyer, boss } = await ruled();
  await setRules(company.id, [{ ...ABOVE, by: { userId: await idOf(shop, boss) } }]);
  const waits = await ask(buyer);
  const { token } = await shop.signInAdmin();
  assert.equal((await shop.call(`DELETE /users/${boss.email}`, { token })).status, 200);
  assert.equal((await decide(waits, company.admin)).status, 200);
});

test('a purchase keeps what it was asked under when the rules change', async () => {
  const { company, buyer, boss } = await ruled();
  const id = await ask(buyer);
  await setRules(company.id, [{ above: 1, by: { role: 'admin' }, count: 2 }]);
  assert.deepEqual((await decide(id, boss)).body, { state: 'to_pay' });
});

test('one that is sent back waits for its buyer, who is told why, and its approvals are void', async () => {
  const { buyer, boss, second } = await ruled({ count: 2 });
  const id = await ask(buyer);
  await decide(id, boss);
  const note = 'Take the cheaper ones';
  assert.deepEqual((await decide(id, second, { verdict: 'send_back', note })).body, { state: 'to_approve' });
  assert.deepEqual([await waiting(boss), await waiting(second)], [[], []]);
  assert.deepEqual(await mailed('sent_back', id), [buyer.email]);
  const { approvals } = await read(id, buyer);
  assert.deepEqual(
    approvals.given.map(({ verdict, note }: { verdict: string; note: string }) => [verdict, note]),
    [['send_back', note]],
  );
  assert.deepEqual((await decide(id, second)).body, { state: 'to_approve' });
});

test('one that is sent back can be asked for again as it is, once', async () => {
  const { buyer, boss, second } = await ruled();
  const id = await ask(buyer);
  await decide(id, boss, { verdict: 'send_back', note: 'Not now' });
  const { approval, lines, total } = await read(id, buyer);
  assert.equal(approval, 'sent_back');
  const body = {
    lines: lines.map(({ _id, quantity }: { _id: string; quantity: number }) => ({ _id, quantity })),
    expectedTotal: total,
  };
  for (const _press of [1, 2]) {
    const asked = await shop.call(`PATCH /purchases/${id}/lines`, { token: buyer.token, body });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    assert.deepEqual([asked.body.state, asked.body.approval], ['to_approve', 'waiting']);
  }
  assert.deepEqual(await waiting(boss), [id]);
  assert.deepEqual(
    await mailed('approval_asked', id),
    [boss, boss, second, second].map(({ email }) => email).sort(),
  );
  assert.deepEqual(await mailed('lines_changed', id), []);
});

test('who decides reads that it is theirs, what is left of budgets, and what the part cost last; nobody else has it to decide', async () => {
  const company = await openCompany(shop);
  const buyer = await joinCompany(shop, company, ['buyer']);
  const boss = await joinCompany(shop, company, ['approver']);
  await till.payOrder(buyer);
  const cost = (pieces: number) => purchaseFor([[product, pieces]]).expectedTotal;
  const budget = { name: 'Lab', period: 'year', limit: cost(1_000) };
  await shop.call(`POST /companies/${company.id}/budgets`, { token: company.admin.token, body: budget });
  await setRules(company.id, [ABOVE]);
  const id = await ask(buyer);
  const { approvals, lines } = await read(id, boss);
  assert.equal(approvals.isMine, true);
  const [{ periodStart, ...lab }] = approvals.budgets;
  assert.deepEqual(lab, { name: 'Lab', period: 'year', limit: cost(1_000), used: cost(100) });
  assert.match(periodStart, /^20\d\d-01-01$/);
  const { rows } = await pool.query(
    "select distinct facts ->> 'company' as company, facts ->> 'companyId' as id, facts -> 'above' as above, facts -> 'budgets' as budgets from mails where kind = 'approval_asked' and facts ->> 'purchaseId' = $1",
    [id],
  );
  const { name: budgeted, limit, used } = lab;
  const cents = { limitCents: limit * 100, usedCents: used * 100 };
  assert.deepEqual(rows[0].budgets, [{ name: budgeted, period: 'year', periodStart, ...cents }]);
  assert.deepEqual([rows.length, rows[0].id, rows[0].above], [1, company.id, 1]);
  assert.deepEqual(
    approvals.lastPrices.map(({ _id, price }: { _id: string; price: number }) => [_id, price]),
    [[lines[0]._id, product.price]],
  );
  for (const person of [buyer, company.admin]) assert.equal((await read(id, person)).approvals.isMine, false);
  await decide(id, boss);
  const decided = await read(id, boss);
  assert.deepEqual([decided.approval, decided.approvals.isMine], [undefined, false]);
  assert.equal(decided.approvals.lastPrices, undefined);
});

test('a released one takes its stock again when it is approved, or says which lines cannot be had', async () => {
  const { buyer, boss } = await ruled();
  const available = async (to?: number) => {
    const set = to === undefined ? 'available' : String(to);
    const sql = `update products set available = ${set} where id = $1 returning available`;
    return (await pool.query(sql, [product._id])).rows[0].available as number;
  };
  const id = await ask(buyer);
  await pool.query("update purchases set held_until = now() - interval '1 minute' where id = $1", [id]);
  await shop.runJobs();
  const released = await read(id, boss);
  assert.deepEqual([released.state, released.approval], ['hold_ended', 'waiting']);
  const before = await available();
  await available(50);
  const refused = await decide(id, boss);
  assert.deepEqual([refused.status, refused.body.code], [409, 'lines_refused']);
  assert.equal(refused.body.errors[0].code, 'too_many');
  await available(before);
  assert.deepEqual((await decide(id, boss)).body, { state: 'to_pay' });
  assert.equal(await available(), before - 100);
});

test('a purchase costs what its approver has seen, though the price that was agreed has ended since', async () => {
  const { company, buyer, boss } = await ruled();
  const list = await addPriceList(shop.database, 'Agreed', { [product._id]: product.price / 2 });
  await assignLists(shop.database, company.id, [list]);
  const agreed = { ...product, price: product.price / 2 };
  const ids: string[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const body = purchaseFor([[agreed, 100]]);
    ids.push((await shop.call('POST /purchases', { token: buyer.token, body })).body.insertedId);
  }
  const [held, released] = ids as [string, string];
  const { total } = await read(held, boss);
  await pool.query('update price_lists set valid_to = current_date - 2 where id = $1', [list]);
  await pool.query("update purchases set held_until = now() - interval '1 minute' where id = $1", [released]);
  await shop.runJobs();
  for (const id of [held, released]) {
    assert.deepEqual((await decide(id, boss)).body, { state: 'to_pay' });
    const { lines, ...approved } = await read(id, buyer);
    assert.deepEqual([approved.total, lines[0].price], [total, agreed.price]);
  }
});

test('the last pieces are of one of two released purchases that are approved at once, and of none of a part that is gone', async () => {
  const { buyer, boss, second } = await ruled();
  const { product: scarce } = await openTill(shop, 200);
  const order = async () => {
    const body = purchaseFor([[scarce, 100]]);
    return (await shop.call('POST /purchases', { token: buyer.token, body })).body.insertedId as string;
  };
  const ids = [await order(), await order()];
  await pool.query("update purchases set held_until = now() - interval '1 minute' where id = any($1)", [ids]);
  await shop.runJobs();
  const { token } = await shop.signInAdmin();
  const part = `/products/${scarce._id}`;
  assert.equal((await shop.call(`PATCH ${part}`, { token, body: { available: 100 } })).status, 200);
  const [first, other] = await Promise.all([decide(ids[0]!, boss), decide(ids[1]!, second)]);
  assert.deepEqual([first, other].map(({ status }) => status).sort(), [200, 409]);
  assert.equal([first, other].find(({ status }) => status === 409)!.body.code, 'lines_refused');
  await shop.call(`DELETE ${part}`, { token });
  const late = first.status === 409 ? ids[0]! : ids[1]!;
  const gone = await decide(late, boss);
  assert.deepEqual([gone.status, gone.body.code], [409, 'lines_refused'], JSON.stringify(gone.body));
  // Who decides still sees what it was, though the part is not shown any more.
  const { state, lines } = await read(late, boss);
  const [{ productName, price, quantity }] = lines;
  assert.deepEqual([state, productName, price, quantity], ['hold_ended', scarce.name, scarce.price, 100]);
});

test('whatever comes first of an approval and a change, the end of the hold, or a new rule, nothing is paid unapproved', async () => {
  const { company, buyer, boss } = await ruled();
  const { token } = buyer;
  const pay = (id: string) => shop.call(`POST /purchases/${id}/payment`, { token });
  // A comma at the PO number.
  const changed = await ask(buyer, { poNumber: 'PO-1' });
  const seen = await read(changed, boss);
  const [approval, change] = await Promise.all([
    decide(changed, boss, { seen }),
    shop.call(`PATCH /purchases/${changed}/details`, { token, body: { poNumber: 'PO-1,' } }),
  ]);
  assert.equal(change.status, 200);
  assert.ok(approval.status === 200 || approval.body.code === 'changed', JSON.stringify(approval.body));
  assert.deepEqual(
    [(await read(changed, buyer)).state, (await pay(changed)).body.code],
    [...['to_approve', 'not_approved']],
  );

  const late = await ask(buyer);
  const before = await read(late, boss);
  await pool.query("update purchases set held_until = now() - interval '1 minute' where id = $1", [late]);
  const [answer] = await Promise.all([decide(late, boss, { seen: before }), shop.runJobs()]);
  if (answer.status === 409) {
    assert.equal(answer.body.code, 'changed');
    assert.equal((await decide(late, boss)).status, 200);
  }
  assert.equal((await read(late, buyer)).state, 'to_pay');

  const ruledAnew = await ask(buyer);
  const rules = { poNumber: 'optional', costCentres: [], approvals: [{ ...ABOVE, by: { role: 'admin' } }] };
  const [decided, set] = await Promise.all([
    decide(ruledAnew, boss),
    shop.call(`PUT /companies/${company.id}/rules`, { token: company.admin.token, body: rules }),
  ]);
  assert.deepEqual([decided.body.state, set.status], ['to_pay', 200]);
});

test('an approval that is pressed twice at once counts once', async () => {
  const { buyer, boss } = await ruled({ count: 2 });
  const id = await ask(buyer);
  const seen = await read(id, boss);
  const answers = await Promise.all([1, 2, 3].map(() => decide(id, boss, { seen })));
  for (const { status, body } of answers) assert.deepEqual([status, body.state], [200, 'to_approve']);
  assert.equal((await read(id, buyer)).approvals.given.length, 1);
});

test('a change of lines, an address, PO number or cost center makes approvals void, and asks anew', async () => {
  const { company, buyer, boss, second } = await ruled({ count: 2 });
  const book = { shipTo: SHIP_TO, use: 'bill' };
  await shop.call('POST /addresses', { token: company.admin.token, body: book });
  const id = await ask(buyer, { poNumber: 'PO-1' });
  const { token } = buyer;
  const changes: [string, (seen: { lines: { _id: string }[] }) => object][] = [
    ['PATCH details', () => ({ poNumber: 'PO-1,' })],
    ['PATCH details', () => ({ costCentre: 'R&D' })],
    ['PATCH details', () => ({ billTo: SHIP_TO })],
    ['PUT address', () => ({ shipTo: { ...SHIP_TO, city: 'Reno' } })],
    [
      'PATCH lines',
      ({ lines }) => ({
        lines: [{ _id: lines[0]!._id, quantity: 200 }],
        expectedTotal: purchaseFor([[product, 200]]).expectedTotal,
      }),
    ],
  ];
  for (const [route, bodyOf] of changes) {
    const seen = await read(id, boss);
    assert.deepEqual((await decide(id, boss, { seen })).body, { state: 'to_approve' });
    const [method, what] = route.split(' ');
    const changed = await shop.call(`${method} /purchases/${id}/${what}`, { token, body: bodyOf(seen) });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual((await read(id, buyer)).approvals.given, [], route);
    assert.deepEqual(refusal(await decide(id, second, { seen })), [409, 'changed', undefined]);
    assert.deepEqual(await waiting(boss), [id], 'asked again');
  }
  // Who had approved is told after each change; who had not, once in ten minutes.
  const told = await mailed('approval_asked', id);
  assert.deepEqual(
    [boss, second].map(({ email }) => told.filter((to) => to === email).length),
    [6, 1],
  );
});

test('what changes after a mail is told by one more in ten minutes, with the newest amount', async () => {
  const { buyer, boss, second } = await ruled();
  const id = await ask(buyer);
  const { rows: sent } = await pool.query(
    "update mails set next_at = null, sent_at = now(), attempts = 1 where facts ->> 'purchaseId' = $1 returning id",
    [id],
  );
  for (const quantity of [200, 300]) {
    const lines = [{ _id: (await read(id, buyer)).lines[0]._id, quantity }];
    const { expectedTotal } = purchaseFor([[product, quantity]]);
    const body = { lines, expectedTotal };
    assert.equal((await shop.call(`PATCH /purchases/${id}/lines`, { token: buyer.token, body })).status, 200);
  }
  const { rows } = await pool.query(
    `select recipient, (facts ->> 'totalCents')::int as cents, next_at > now() and next_at < now() + interval '11 minutes' as later
     from mails where kind = 'approval_asked' and facts ->> 'purchaseId' = $1 and not id = any($2) order by recipient`,
    [id, sent.map(({ id: mail }) => mail)],
  );
  const cents = Math.round(purchaseFor([[product, 300]]).expectedTotal * 100);
  assert.deepEqual(
    rows,
    [boss.email, second.email].sort().map((recipient) => ({ recipient, cents, later: true })),
  );
});

test('an approved purchase that is changed waits again, and one that needs no approval any more does not', async () => {
  const { company, buyer, boss } = await ruled({ above: purchaseFor([[product, 100]]).expectedTotal });
  const body = purchaseFor([[product, 100]]);
  const { body: placed } = await shop.call('POST /purchases', { token: buyer.token, body });
  assert.equal(placed.state, undefined);
  const id: string = placed.insertedId;
  const setPieces = async (quantity: number) => {
    const { lines } = await read(id, buyer);
    const { expectedTotal } = purchaseFor([[product, quantity]]);
    const changed = await shop.call(`PATCH /purchases/${id}/lines`, {
      token: buyer.token,
      body: { lines: [{ _id: lines[0]._id, quantity }], expectedTotal },
    });
    return changed;
  };
  assert.equal((await setPieces(200)).body.state, 'to_approve');
  assert.deepEqual((await decide(id, boss)).body, { state: 'to_pay' });
  assert.equal((await setPieces(300)).body.state, 'to_approve');
  assert.equal((await setPieces(100)).body.state, 'to_pay');
  // The company's limits are judged with the new total, of which this purchase has a part itself.
  const perMonth = purchaseFor([[product, 200]]).expectedTotal;
  const member = `/companies/${company.id}/members/${await idOf(shop, buyer)}`;
  await shop.call(`PATCH ${member}`, { token: company.admin.token, body: { perMonth } });
  assert.equal((await setPieces(200)).status, 200);
  const over = await setPieces(300);
  assert.deepEqual([over.status, over.body.code, over.body.params.limit], [409, 'over_limit', 'per_month']);
});

test('approvers are reminded once a hold, and the buyer is told that it has ended without an approval', async () => {
  const { buyer, boss, second } = await ruled();
  const id = await ask(buyer);
  await shop.runJobs();
  assert.deepEqual(await mailed('approval_reminder', id), []);
  await pool.query("update purchases set held_until = now() + interval '1 hour' where id = $1", [id]);
  await shop.runJobs();
  await shop.runJobs();
  assert.deepEqual(await mailed('approval_reminder', id), [boss.email, second.email].sort());
  await pool.query('update purchases set held_until = now() where id = $1', [id]);
  await shop.runJobs();
  assert.deepEqual(await mailed('hold_ended', id), [buyer.email]);
});
