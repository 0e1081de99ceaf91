// Needs a shop: who acts for a buyer is proven by tokens, from the exchange on.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { proveAddressOf, signUpStaff } from '../../tests/fixtures/accounts.ts';
import { actFor, invitationToken, joinCompany, openCompany } from '../../tests/fixtures/companies.ts';
import { intentIdOf, openTill } from '../../tests/fixtures/payments.ts';
import { purchaseFor, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import { MOST_COMPANIES } from './queries.ts';

const shop = await startTestShop({
  ...{ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' },
  // As a shop that keeps little for addresses that nobody has confirmed.
  ...{ UNPROVEN_HOLD_LIMIT: '0', UNPROVEN_HOLD_MINUTES: '30' },
});
after(() => shop.close());
const till = await openTill(shop);
const shopAdmin = await shop.signInAdmin();
// Mails wait, with their tokens.
await shop.database.pool.query("alter table mails alter column next_at set default 'infinity'");

const get = (path: string, { token }: Person) => shop.call(`GET ${path}`, { token });
const refusal = ({ status, body }: { status: number; body: { code?: string; params?: object } }) => [
  status,
  body.code,
  body.params,
];
async function idOf({ email }: Person): Promise<string> {
  const { rows } = await shop.database.pool.query('select id from users where email = $1', [email]);
  return rows[0].id;
}

test('a person with a confirmed address opens a company and is its admin', async () => {
  const person = await shop.signUp();
  const body = { name: 'Acme', address: { ...SHIP_TO, company: '' }, taxId: 'DE123' };
  const open = () => shop.call('POST /companies', { token: person.token, body });
  assert.deepEqual(refusal(await open()), [409, 'own_address_unproven', undefined]);
  await proveAddressOf(shop.database.pool, person.email);
  const { status, body: opened } = await open();
  assert.equal(status, 201);
  const company = await get(`/companies/${opened.insertedId}`, person);
  const { name, taxId, roles, members, isActive, address } = company.body;
  assert.deepEqual(
    { name, taxId, roles, members, isActive },
    {
      ...{ name: 'Acme', taxId: 'DE123', roles: ['admin'], members: 1, isActive: false },
    },
  );
  assert.equal(address.city, SHIP_TO.city);
  assert.deepEqual((await get('/companies', person)).body, [company.body]);
  const admin = await actFor(shop, person, opened.insertedId);
  assert.equal((await get('/companies', admin)).body[0].isActive, true);
  // Its address is the first of its book, with its name, and not of the person's own.
  const book = (await get('/addresses', admin)).body;
  assert.deepEqual(
    book.map(({ shipTo }: { shipTo: { company: string } }) => shipTo.company),
    ['Acme'],
  );
  assert.deepEqual((await get('/addresses', person)).body, []);
});

test('colleagues share what they order and the address book, as their roles allow; others see nothing of it', async () => {
  const company = await openCompany(shop);
  const buyer = await joinCompany(shop, company, ['buyer']);
  const viewer = await joinCompany(shop, company, ['viewer']);
  const other = await openCompany(shop, 'Other');
  const { id: orderId } = await till.place(buyer);
  const [{ _id: purchaseId }] = (await get(`/purchases?email=${buyer.email}`, buyer)).body;
  for (const colleague of [company.admin, viewer, buyer])
    assert.equal((await get(`/purchases/${purchaseId}`, colleague)).status, 200, colleague.name);
  const { id: ofAdmin } = await till.place(company.admin);
  // What is a company's names it: colleagues have other addresses.
  for (const path of [`/purchases/${purchaseId}`, `/orders/${orderId}`])
    assert.equal((await get(path, viewer)).body.buyerId, company.id);
  // Without the right to read all, a buyer sees their own.
  assert.equal((await get(`/orders/${ofAdmin}`, buyer)).status, 404);
  assert.equal((await get(`/orders/${ofAdmin}`, viewer)).status, 200);
  assert.equal((await get(`/purchases?email=${viewer.email}`, viewer)).body.length, 2);
  // A viewer does not order, delete or change.
  const placed = await shop.call('POST /purchases', {
    token: viewer.token,
    body: purchaseFor([[till.product, 100]]),
  });
  assert.deepEqual(refusal(placed), [403, 'forbidden', { why: 'right_missing' }]);
  const deleted = await shop.call(`DELETE /orders/${orderId}`, { token: viewer.token });
  assert.deepEqual(refusal(deleted), [403, 'forbidden', { why: 'right_missing' }]);
  const saved = await shop.call('POST /addresses', { token: viewer.token, body: { shipTo: SHIP_TO } });
  assert.equal(saved.status, 403);
  // Who acts for another buyer, or for themselves, sees nothing.
  const alone = await actFor(shop, buyer, await idOf(buyer));
  for (const stranger of [other.admin, alone]) {
    assert.equal((await get(`/purchases/${purchaseId}`, stranger)).status, 404);
    assert.equal((await get(`/orders/${orderId}`, stranger)).status, 404);
    assert.deepEqual((await get(`/purchases?email=${stranger.email}`, stranger)).body, []);
  }
  assert.equal((await get(`/companies/${company.id}`, other.admin)).status, 404);
  assert.equal((await get('/addresses', viewer)).body.length, 1);
});

test('a colleague pays what another has placed', async () => {
  const company = await openCompany(shop);
  const finance = await joinCompany(shop, company, ['finance']);
  const { id, total } = await till.place(company.admin);
  const { body } = await till.createIntent(finance, { price: total, orderId: id });
  await till.pay(body.clientSecret);
  const settled = await till.settle(finance, id, intentIdOf(body.clientSecret));
  assert.equal(settled.status, 200, JSON.stringify(settled.body));
});

test('documents of what a colleague has bought are for who may see it, and for nobody of another company', async () => {
  const company = await openCompany(shop);
  const [finance, viewer, buyer] = [
    await joinCompany(shop, company, ['finance']),
    await joinCompany(shop, company, ['viewer']),
    await joinCompany(shop, company, ['buyer']),
  ];
  const other = await openCompany(shop, 'Other');
  const { id } = await till.payOrder(company.admin);
  const staff = await shop.signInAdmin();
  const refund = { token: staff.token, body: { reason: 'Recalled' } };
  assert.equal((await shop.call(`POST /orders/${id}/refund`, refund)).status, 200);
  await shop.runJobs();
  const [{ _id: purchaseId }] = (await get(`/purchases?email=${company.admin.email}`, company.admin)).body;
  const [{ number }] = (await get(`/purchases/${purchaseId}/credit-notes`, company.admin)).body;
  const documents = [`/purchases/${purchaseId}/invoice.pdf`, `/credit-notes/${number}/credit-note.pdf`];
  for (const path of documents) {
    for (const person of [company.admin, finance, viewer])
      assert.equal((await get(path, person)).status, 200, `${path} ${person.name}`);
    for (const person of [buyer, other.admin])
      assert.equal((await get(path, person)).status, 404, `${path} ${person.name}`);
  }
});

test('a change of one thing of a company leaves the others as they are', async () => {
  const { id, admin } = await openCompany(shop);
  const change = (body: object) => shop.call(`PATCH /companies/${id}`, { token: admin.token, body });
  const all = {
    name: 'Acme One',
    taxId: 'DE1',
    timeZone: 'Europe/Berlin',
    address: { ...SHIP_TO, city: 'Alameda' },
  };
  assert.equal((await change(all)).status, 200);
  const before = (await get(`/companies/${id}`, admin)).body;
  const others = { name: 'Acme Two', taxId: '', timeZone: 'Asia/Tokyo', address: SHIP_TO };
  for (const [field, value] of Object.entries(others)) {
    assert.equal((await change({ [field]: value })).status, 200);
    const { [field]: changed, ...rest } = (await get(`/companies/${id}`, admin)).body;
    const { [field]: was, ...kept } = before;
    assert.notDeepEqual(changed, was);
    assert.deepEqual(rest, kept);
    await change({ [field]: was });
  }
});

test('a member who is removed can do nothing for the company from then on, and keeps their own', async () => {
  const company = await openCompany(shop);
  const own = await shop.signUp();
  const member = await joinCompany(shop, company, ['buyer'], own);
  const path = `/companies/${company.id}/members/${await idOf(member)}`;
  const removed = await shop.call(`DELETE ${path}`, { token: company.admin.token });
  assert.deepEqual(removed.body, { deletedCount: 1 });
  assert.equal((await get(`/purchases?email=${member.email}`, member)).status, 401);
  assert.equal((await get(`/companies/${company.id}`, own)).status, 404);
  assert.equal((await get(`/purchases?email=${own.email}`, own)).status, 200);
  const chosen = await shop.call(`PUT /user/${own.email}`, {
    body: { email: own.email, buyerId: company.id },
    headers: { cookie: own.cookie, origin: shop.origin },
  });
  assert.deepEqual(refusal(chosen), [404, 'not_found', { what: 'company' }]);
});

test('the exchange says for which company a token acts, to members alone', async () => {
  const exchange = async ({ email, cookie }: Person, buyerId?: string) => {
    const headers = { cookie, origin: shop.origin };
    const { token: _, ...rest } = (
      await shop.call(`PUT /user/${email}`, { body: { email, buyerId }, headers })
    ).body;
    return rest;
  };
  const company = await openCompany(shop);
  assert.deepEqual(await exchange(await shop.signUp()), {});
  assert.deepEqual(await exchange(company.admin), { companies: 1, buyerId: company.id });
  assert.deepEqual(await exchange(company.admin, await idOf(company.admin)), { companies: 1 });
  const place = await till.place(await shop.signUp());
  assert.equal((await get(`/orders/${place.id}`, shopAdmin)).body.buyerId, undefined);
});

test('tokens that are asked for at once act for the buyer that each asks for', async () => {
  const first = await openCompany(shop);
  const { id } = await openCompany(shop, 'Second', first.admin);
  const { email, cookie } = first.admin;
  const asked = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? first.id : id));
  const answers = await Promise.all(
    asked.map((buyerId) =>
      shop.call(`PUT /user/${email}`, {
        ...{ body: { email, buyerId }, headers: { cookie, origin: shop.origin } },
      }),
    ),
  );
  assert.deepEqual(
    answers.map(({ body }) => body.buyerId),
    asked,
  );
});

test('a token without a member acts for nobody, whatever has become of the row', async () => {
  const company = await openCompany(shop);
  const member = await joinCompany(shop, company, ['buyer']);
  await shop.database.pool.query('delete from members where user_id = $1', [await idOf(member)]);
  assert.equal((await get('/addresses', member)).status, 401);
});

test('a company keeps an admin; the last member may leave', async () => {
  const company = await openCompany(shop);
  const viewer = await joinCompany(shop, company, ['viewer']);
  const adminId = await idOf(company.admin);
  const members = `/companies/${company.id}/members`;
  const as = (route: string, { token }: Person, body?: object) =>
    shop.call(route, { token, ...(body && { body }) });
  for (const answer of [
    await as(`DELETE ${members}/${adminId}`, company.admin),
    await as(`PATCH ${members}/${adminId}`, company.admin, { roles: ['buyer'] }),
    await shop.call(`DELETE /users/${company.admin.email}`, { token: shopAdmin.token }),
  ])
    assert.deepEqual(refusal(answer), [409, 'last_company_admin', { company: 'Acme' }]);
  assert.equal((await as(`PATCH ${members}/${adminId}`, viewer, { roles: ['buyer'] })).status, 403);
  assert.equal((await as(`DELETE ${members}/${await idOf(viewer)}`, viewer)).status, 200);
  // Who is invited as an admin is none yet.
  const invited = { email: 'next@example.com', roles: ['admin'] };
  await as(`POST /companies/${company.id}/invitations`, company.admin, invited);
  const alone = await as(`PATCH ${members}/${adminId}`, company.admin, { roles: ['viewer'] });
  assert.deepEqual(refusal(alone), [409, 'last_company_admin', { company: 'Acme' }]);
  assert.equal((await as(`DELETE ${members}/${adminId}`, company.admin)).status, 200);
});

test('stock that a company holds goes back on sale when its last member leaves', async () => {
  const company = await openCompany(shop);
  const buyer = await joinCompany(shop, company, ['buyer']);
  await till.place(buyer);
  const leave = async (person: Person) => {
    const path = `/companies/${company.id}/members/${await idOf(person)}`;
    assert.equal((await shop.call(`DELETE ${path}`, { token: person.token })).status, 200);
    await shop.runJobs();
    const { rows } = await shop.database.pool.query('select state from purchases where buyer_id = $1', [
      company.id,
    ]);
    return rows[0].state;
  };
  assert.equal(await leave(buyer), 'held');
  assert.equal(await leave(company.admin), 'released');
});

test('a person opens no more companies within a year than they may be a member of, even when they leave them', async () => {
  const { id, admin } = await openCompany(shop);
  const left = await shop.call(`DELETE /companies/${id}/members/${await idOf(admin)}`, {
    token: admin.token,
  });
  assert.equal(left.status, 200);
  const { pool } = shop.database;
  const openedBefore = (years: number, count: number) =>
    pool.query(
      `insert into events (id, at, kind, actor, facts)
       select uuidv7(), now() - make_interval(years => $2), 'company_opened', $1, '{"company": "Earlier"}'
       from generate_series(1, $3::int)`,
      [admin.email, years, count],
    );
  await openedBefore(2, MOST_COMPANIES);
  await openedBefore(0, MOST_COMPANIES - 2);
  const { token } = await actFor(shop, admin, await idOf(admin));
  const body = { name: 'One more', address: SHIP_TO };
  const open = () => shop.call('POST /companies', { token, body });
  const answers = await Promise.all([open(), open(), open()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  const full = [409, 'too_many_companies', { most: MOST_COMPANIES, why: 'opened' }];
  assert.deepEqual(refusal(await open()), full);
});

test('roles and limits of a member change; two admins cannot take the role from each other at once', async () => {
  const company = await openCompany(shop);
  const second = await joinCompany(shop, company, ['admin']);
  const members = `/companies/${company.id}/members`;
  const [one, two] = [await idOf(company.admin), await idOf(second)];
  const demote = ({ token }: Person, id: string) =>
    shop.call(`PATCH ${members}/${id}`, { token, body: { roles: ['viewer'] } });
  const answers = await Promise.all([demote(company.admin, two), demote(second, one)]);
  const statuses = answers.map(({ status }) => status).sort();
  // The second one is no admin any more when its turn comes.
  assert.deepEqual(statuses, [200, 403]);
  const [left] = answers[0]!.status === 200 ? [company.admin] : [second];
  const body = { perPurchase: 2500.5, perMonth: 0 };
  await shop.call(`PATCH ${members}/${one}`, { token: left!.token, body });
  const [first] = (await get(members, left!)).body;
  assert.deepEqual([first.perPurchase, first.perMonth], [2500.5, 0]);
  const wrong = await shop.call(`PATCH ${members}/${one}`, { token: left!.token, body: { perMonth: 0.001 } });
  assert.deepEqual([wrong.status, wrong.body.errors[0].code], [400, 'limit']);
});

test('of two admins whose accounts are removed at once one stays, and nobody orders meanwhile for one who is gone', async () => {
  for (let round = 0; round < 5; round += 1) {
    const company = await openCompany(shop);
    const second = await joinCompany(shop, company, ['admin']);
    await joinCompany(shop, company, ['viewer']);
    const remove = ({ email }: Person) => shop.call(`DELETE /users/${email}`, { token: shopAdmin.token });
    const body = purchaseFor([[till.product, 100]]);
    const order = ({ token }: Person) => shop.call('POST /purchases', { token, body });
    const both = [company.admin, second];
    const [orders, removals] = await Promise.all([
      Promise.all(both.map(order)),
      Promise.all(both.map(remove)),
    ]);
    assert.deepEqual(removals.map(({ status }) => status).sort(), [200, 409]);
    for (const { status, body: said } of orders) assert.ok([201, 401].includes(status), JSON.stringify(said));
  }
});

test('an invitation is good once, until it is withdrawn, replaced or too old', async () => {
  const company = await openCompany(shop);
  const invite = async (email: string) => {
    const body = { email, roles: ['buyer'] };
    const path = `POST /companies/${company.id}/invitations`;
    const answer = await shop.call(path, { token: company.admin.token, body });
    const id: string = answer.body.insertedId;
    return { id, token: await invitationToken(shop, id) };
  };
  const read = ({ token }: Person, of: string) =>
    shop.call('POST /invitations/read', { token, body: { token: of } });
  // What is read is refused as what is accepted.
  const accept = async (one: Person, of: string) => {
    const seen = await read(one, of);
    const answer = await shop.call('POST /invitations/accept', { token: one.token, body: { token: of } });
    assert.equal(seen.status, answer.status);
    if (answer.status !== 200) assert.deepEqual(refusal(seen), refusal(answer));
    return answer;
  };
  const person = await shop.signUp();
  const replaced = await invite('one@example.com');
  const good = await invite('one@example.com');
  const ended = (why: string) => [409, 'invitation_ended', { why }];
  assert.deepEqual(refusal(await accept(person, replaced.token)), ended('replaced'));
  const { expiresAt, ...told } = (await read(person, good.token)).body;
  assert.deepEqual(told, { company: 'Acme', invitedBy: company.admin.email, roles: ['buyer'] });
  assert.ok(Date.parse(expiresAt) > Date.now());
  assert.deepEqual((await accept(person, good.token)).body, { buyerId: company.id });
  assert.deepEqual(refusal(await accept(await shop.signUp(), good.token)), ended('accepted'));
  await invite('four@example.com');
  const old = await invite('two@example.com');
  await shop.database.pool.query('update invitations set expires_at = now() where id = $1', [old.id]);
  assert.deepEqual(refusal(await accept(person, old.token)), ended('expired'));
  const withdrawn = await invite('three@example.com');
  const path = `/companies/${company.id}/invitations`;
  await shop.call(`DELETE ${path}/${withdrawn.id}`, { token: company.admin.token });
  assert.deepEqual(refusal(await accept(person, withdrawn.token)), ended('withdrawn'));
  assert.deepEqual(refusal(await accept(person, 'x'.repeat(43))), [404, 'not_found', { what: 'invitation' }]);
  const listed = (await get(path, company.admin)).body;
  assert.deepEqual(
    listed.map((one: { email: string; state: string }) => [one.email, one.state]),
    [
      // Of the newest, and not of the one that it replaced.
      ['four@example.com', 'open'],
      ['three@example.com', 'withdrawn'],
      ['two@example.com', 'expired'],
      ['one@example.com', 'accepted'],
    ],
  );
  assert.equal(listed[3].acceptedBy, person.email);
});

test('an address gets three invitations at once, whoever sends them', async () => {
  const companies = [await openCompany(shop), await openCompany(shop)];
  const { pool } = shop.database;
  const invite = (nth: number, email: string) => {
    const { id, admin } = companies[nth % 2]!;
    const body = { email, roles: ['buyer'] };
    return shop.call(`POST /companies/${id}/invitations`, { token: admin.token, body });
  };
  const withdraw = (nth: number, invitationId: string) => {
    const { id, admin } = companies[nth % 2]!;
    return shop.call(`DELETE /companies/${id}/invitations/${invitationId}`, { token: admin.token });
  };
  // One that is withdrawn counts: its mail is sent.
  const first = await invite(0, 'stranger@example.com');
  assert.equal((await withdraw(0, first.body.insertedId)).status, 200);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) => invite(nth, `stranger${nth < 4 ? '' : '+tag'}@example.com`)),
  );
  const [one, two, ...refused] = answers.sort((a, b) => a.status - b.status);
  assert.deepEqual([one!.status, two!.status], [201, 201]);
  for (const answer of refused) {
    assert.deepEqual([answer.status, answer.body.params.what], [429, 'invitation']);
    const wait = Number(answer.headers.get('retry-after'));
    assert.ok(wait > 1_000 && wait <= 1_200, `${wait} s`);
  }
  const { rows } = await pool.query("select from mails where recipient like 'stranger%@example.com'");
  assert.equal(rows.length, 3);
  assert.equal((await invite(0, 'other@example.com')).status, 201);
});

test('two who accept one invitation at once: one becomes a member', async () => {
  const company = await openCompany(shop);
  const people = [await shop.signUp(), await shop.signUp()];
  const body = { email: 'both@example.com', roles: ['buyer'] };
  const path = `POST /companies/${company.id}/invitations`;
  const invited = await shop.call(path, { token: company.admin.token, body });
  const token = await invitationToken(shop, invited.body.insertedId);
  const answers = await Promise.all(
    people.map((one) => shop.call('POST /invitations/accept', { token: one.token, body: { token } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await get(`/companies/${company.id}`, company.admin)).body.members, 2);
});

test('an invitation that is accepted while it is replaced makes a member, or is told to be replaced, and the other one is open', async () => {
  const company = await openCompany(shop);
  const person = await shop.signUp();
  const body = { email: 'late@example.com', roles: ['buyer'] };
  const path = `/companies/${company.id}/invitations`;
  const { token } = company.admin;
  const first = await shop.call(`POST ${path}`, { token, body });
  const of = await invitationToken(shop, first.body.insertedId);
  const [accepted, replaced] = await Promise.all([
    shop.call('POST /invitations/accept', { token: person.token, body: { token: of } }),
    shop.call(`POST ${path}`, { token, body }),
  ]);
  assert.equal(replaced.status, 201);
  const isMember = accepted.status === 200;
  if (!isMember) assert.deepEqual(refusal(accepted), [409, 'invitation_ended', { why: 'replaced' }]);
  const states = (await get(path, company.admin)).body.map(({ state }: { state: string }) => state);
  assert.deepEqual(states, isMember ? ['open', 'accepted'] : ['open']);
  assert.equal((await get(`/companies/${company.id}`, company.admin)).body.members, isMember ? 2 : 1);
});

test('a company that staff keep from ordering is told why, and its members order for themselves', async () => {
  const company = await openCompany(shop);
  const clerk = await signUpStaff(shop, shopAdmin);
  const why = 'Two invoices are overdue.';
  const block = (word: string) =>
    shop.call(`PUT /companies/${company.id}/${word}`, { token: clerk.token, body: { why } });
  assert.deepEqual((await block('block')).body, { modifiedCount: 1 });
  const order = (person: Person) =>
    shop.call('POST /purchases', {
      token: person.token,
      body: purchaseFor([[till.product, 100]]),
    });
  assert.deepEqual(refusal(await order(company.admin)), [409, 'ordering_blocked', { why }]);
  assert.equal((await order(await actFor(shop, company.admin, await idOf(company.admin)))).status, 201);
  const listed = (await get('/companies', clerk)).body;
  assert.equal(listed.find(({ _id }: { _id: string }) => _id === company.id).blocked.why, why);
  assert.deepEqual((await block('unblock')).body, { modifiedCount: 1 });
  assert.equal((await order(await actFor(shop, company.admin, company.id))).status, 201);
});

test('a key of a request for one buyer repeats nothing for another', async () => {
  const company = await openCompany(shop);
  const alone = await actFor(shop, company.admin, await idOf(company.admin));
  const order = ({ token }: Person) =>
    shop.call('POST /purchases', {
      token,
      body: purchaseFor([[till.product, 100]]),
      headers: { 'idempotency-key': 'one-key' },
    });
  const [first, again, own] = [await order(company.admin), await order(company.admin), await order(alone)];
  assert.deepEqual(again.body, first.body);
  assert.equal(own.status, 201);
  assert.notEqual(own.body.insertedId, first.body.insertedId);
});

test('a person has a cart for each buyer', async () => {
  const company = await openCompany(shop);
  const alone = await actFor(shop, company.admin, await idOf(company.admin));
  const put = async (person: Person, quantity: number) => {
    const line = { _id: crypto.randomUUID(), position: 1, productId: till.product._id, quantity };
    const ops = [{ op: 'put', line }];
    const changed = await shop.call('PATCH /lists/cart', {
      token: person.token,
      body: { version: 0, ops },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
  };
  await put(company.admin, 100);
  await put(alone, 200);
  for (const [person, quantity] of [
    [company.admin, 100],
    [alone, 200],
  ] as const) {
    const { body } = await get('/lists/cart', person);
    assert.deepEqual(
      body.lines.map((line: { quantity: number }) => line.quantity),
      [quantity],
    );
  }
});

test('a company counts as proven, whoever of its members holds an order again, and however much is held', async () => {
  const company = await openCompany(shop);
  // Has not confirmed an address.
  const member = await joinCompany(shop, company, ['buyer']);
  const place = async () => (await till.place(member, 1000)).id;
  const late = await place();
  await shop.database.pool.query(
    "update purchases set held_until = now() - interval '1 second' where id = (select purchase_id from orders where id = $1)",
    [late],
  );
  await shop.runJobs();
  await place();
  const { total } = (await get(`/orders/${late}`, member)).body;
  const paying = await till.createIntent(member, { price: total, orderId: late });
  assert.equal(paying.status, 200, JSON.stringify(paying.body));
  const { rows } = await shop.database.pool.query(
    'select held_until_proven as later from purchases where id = (select purchase_id from orders where id = $1)',
    [late],
  );
  assert.equal(rows[0].later, null);
});

test('staff find companies page by page by words and by group, and see what one has ordered and paid this year', async () => {
  const names = ['Zephyr Motors', 'Zéphyr Robotics', 'Zephyr Labs'];
  const opened = [];
  for (const name of names) opened.push(await openCompany(shop, name));
  const clerk = await signUpStaff(shop, shopAdmin);
  const page = async (query: string, person: Person) => {
    const { body, headers } = await get(`/companies?${query}`, person);
    return [body.map(({ name }: { name: string }) => name), headers.get('x-total-count')];
  };
  assert.deepEqual(await page('q=zephyr&limit=2', clerk), [[names[2], names[1]], '3']);
  assert.deepEqual(await page(`q=zephyr&limit=2&after=${opened[1]!.id}`, clerk), [[names[0]], '3']);
  assert.deepEqual(await page(`q=zephyr+${SHIP_TO.city}+motors`, clerk), [[names[0]], '1']);
  // Members find their own alone; staff who are members ask for those.
  const [{ id, admin }] = opened as [(typeof opened)[number]];
  assert.deepEqual(await page('q=zephyr', admin), [[names[0]], '1']);
  assert.deepEqual(await page('mine=true', clerk), [[], '0']);
  const { body: group } = await shop.call('POST /buyer-groups', {
    ...{ token: shopAdmin.token, body: { name: 'Fleets' } },
  });
  const set = { token: shopAdmin.token, body: { ids: [], groupId: group.insertedId } };
  await shop.call(`PUT /companies/${id}/price-lists`, set);
  const ofGroup = `group=${group.insertedId}`;
  assert.deepEqual(await page(ofGroup, clerk), [[names[0]], '1']);
  assert.deepEqual(await page(ofGroup, admin), [[], '0']);
  const { total } = await till.payOrder(admin);
  await till.place(admin);
  const forStaff = async (person: Person) => {
    const { group, lastOrderAt } = (await get(`/companies/${id}`, person)).body;
    return [group?.name, typeof lastOrderAt];
  };
  assert.deepEqual(await forStaff(clerk), ['Fleets', 'string']);
  assert.deepEqual(await forStaff(admin), [undefined, 'undefined']);
  const figures = { orders: 2, ordersThisYear: 2, spentThisYear: total };
  assert.deepEqual((await get(`/companies/${id}`, clerk)).body.figures, figures);
  await shop.database.pool.query(
    "update purchases set placed_at = placed_at - interval '1 year' where buyer_id = $1",
    [id],
  );
  const before = { orders: 2, ordersThisYear: 0, spentThisYear: 0 };
  assert.deepEqual((await get(`/companies/${id}`, clerk)).body.figures, before);
  assert.equal((await get(`/companies/${id}`, admin)).body.figures, undefined);
});
