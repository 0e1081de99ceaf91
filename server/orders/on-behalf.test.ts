// Needs a shop: who may place, see and pay a purchase is decided by tokens.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { signUpStaff } from '../../tests/fixtures/accounts.ts';
import { idOf, joinCompany, openCompany } from '../../tests/fixtures/companies.ts';
import { openTill } from '../../tests/fixtures/payments.ts';
import { addPriceList, assignLists } from '../../tests/fixtures/price-lists.ts';
import { callerOf, placeTogether, purchaseFor, requestOf, SHIP_TO } from '../../tests/fixtures/purchases.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop({ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' });
after(() => shop.close());
const till = await openTill(shop);
const { pool } = shop.database;
// Mails wait, with their tokens.
await pool.query("alter table mails alter column next_at set default 'infinity'");
const staff = await signUpStaff(shop, await shop.signInAdmin());
const { product } = till;

const acme = await openCompany(shop);
const buyer = await joinCompany(shop, acme, ['buyer']);
const PRICE = 1.5;
await assignLists(shop.database, acme.id, [
  await addPriceList(shop.database, '2026-A', { [product._id]: PRICE }),
]);
await shop.call(`PUT /companies/${acme.id}/part-numbers`, {
  token: acme.admin.token,
  body: { numbers: [{ productId: product._id, number: 'ACME-7' }] },
});

interface More {
  body?: object;
  key?: string;
}

/** An order of staff for Acme, of 100 pieces at its price. */
const place = (by: Person, { body = {}, key }: More = {}) =>
  shop.call('POST /purchases', {
    token: by.token,
    body: { ...purchaseFor([[{ ...product, price: PRICE }, 100]]), buyerId: acme.id, ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const read = async ({ token }: Person, path: string) => shop.call(`GET ${path}`, { token });
const mailsOf = async ({ email }: Person) =>
  (await pool.query('select kind, facts from mails where recipient = $1 order by id', [email])).rows;

test('staff place for a company: at its prices, with its numbers, as an order of the member who asked', async () => {
  const contactId = await idOf(shop, buyer);
  const placed = await place(staff, { body: { contactId } });
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  const id = placed.body.insertedId;
  const { body: seen } = await read(buyer, `/purchases/${id}`);
  assert.deepEqual(
    [seen.email, seen.buyerId, seen.placedBy, seen.total, seen.lines[0].customerRef],
    [buyer.email, acme.id, staff.email, PRICE * 100, 'ACME-7'],
  );
  const [first] = (await read(buyer, `/purchases/${id}/history`)).body;
  assert.deepEqual(
    [first.kind, first.who, first.why],
    ['order_placed', staff.email, `By the shop for ${buyer.email}`],
  );
  const mails = (await mailsOf(buyer)).filter(({ facts }) => facts.purchaseId === id);
  assert.deepEqual(
    mails.map(({ kind, facts }) => [kind, facts.byShop]),
    [['order_placed', true]],
  );
  assert.deepEqual(
    (await mailsOf(staff)).filter(({ kind }) => kind === 'order_placed'),
    [],
  );
  // The buyer pays it as theirs, and staff do not.
  assert.deepEqual((await shop.call(`POST /purchases/${id}/payment`, { token: staff.token })).status, 404);
  assert.equal((await shop.call(`POST /purchases/${id}/payment`, { token: buyer.token })).status, 200);
  const body = { lines: [{ _id: seen.lines[0]._id, quantity: 200 }], expectedTotal: PRICE * 200 };
  const changed = await shop.call(`PATCH /purchases/${id}/lines`, { token: buyer.token, body });
  assert.deepEqual([changed.status, changed.body.total], [200, PRICE * 200], JSON.stringify(changed.body));
});

test('without a contact it is of the company’s first admin; others than its members do not see it', async () => {
  const { body } = await place(staff);
  assert.equal((await read(acme.admin, `/purchases/${body.insertedId}`)).body.email, acme.admin.email);
  const other = await openCompany(shop, 'Other');
  assert.equal((await read(other.admin, `/purchases/${body.insertedId}`)).status, 404);
  // Buyers see what they have placed themselves.
  assert.equal((await read(buyer, `/purchases/${body.insertedId}`)).status, 404);
});

test('staff place for a person, whom it belongs to', async () => {
  const person = await shop.signUp('On the phone');
  const lines = purchaseFor([[product, 100]]);
  const placed = await place(staff, { body: { ...lines, buyerId: await idOf(shop, person) } });
  assert.equal(placed.status, 201, JSON.stringify(placed.body));
  const seen = (await read(person, `/purchases/${placed.body.insertedId}`)).body;
  assert.deepEqual([seen.email, seen.buyerId, seen.placedBy], [person.email, undefined, staff.email]);
});

test('others than staff are refused, and a contact has to be a member who may place', async () => {
  const outsider = await shop.signUp('Outsider');
  const viewer = await joinCompany(shop, acme, ['viewer']);
  const refused = async (by: Person, body: object = {}) => {
    const answer = await place(by, { body });
    return [answer.status, answer.body.code, answer.body.params];
  };
  assert.deepEqual(await refused(outsider), [403, 'forbidden', { why: 'staff_only' }]);
  const mine = await shop.call('POST /purchases', {
    token: buyer.token,
    body: { ...purchaseFor([[{ ...product, price: PRICE }, 100]]), buyerId: acme.id },
  });
  assert.equal(mine.status, 201);
  for (const person of [viewer, outsider])
    assert.deepEqual(await refused(staff, { contactId: await idOf(shop, person) }), [
      ...[404, 'not_found', { what: 'contact' }],
    ]);
  assert.deepEqual(await refused(staff, { contactId: 'nobody' }), [404, 'not_found', { what: 'buyer' }]);
  assert.deepEqual(await refused(staff, { buyerId: 'nobody' }), [404, 'not_found', { what: 'buyer' }]);
});

test('the company’s rules and the limits of the contact count; staff have none', async () => {
  const limited = await joinCompany(shop, acme, ['buyer']);
  const contactId = await idOf(shop, limited);
  const { token } = acme.admin;
  const perPurchase = PRICE * 100 - 0.01;
  await shop.call(`PATCH /companies/${acme.id}/members/${contactId}`, { token, body: { perPurchase } });
  assert.equal((await place(staff, { body: { contactId } })).body.code, 'over_limit');
  assert.equal((await place(staff)).status, 201);
  const rules = {
    ...{ poNumber: 'required', costCentres: [] },
    approvals: [{ above: 1, by: { role: 'admin' }, count: 1 }],
  };
  await shop.call(`PUT /companies/${acme.id}/rules`, { token, body: rules });
  assert.deepEqual((await place(staff)).body.params, { why: 'po_required' });
  const asked = await place(staff, { body: { poNumber: 'PO-1', contactId: await idOf(shop, buyer) } });
  assert.deepEqual([asked.status, asked.body.state], [201, 'asked']);
  await shop.call(`PUT /companies/${acme.id}/rules`, {
    token,
    body: { ...rules, poNumber: 'optional', approvals: [] },
  });
});

test('a repeat with its key is answered as before, for staff alone; for another buyer the key is used', async () => {
  const key = crypto.randomUUID();
  const [one, two] = [await place(staff, { key }), await place(staff, { key })];
  assert.deepEqual([two.status, two.body.insertedId], [201, one.body.insertedId]);
  const other = await place(staff, { key, body: { contactId: await idOf(shop, acme.admin) } });
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  // The key of the buyer is another one.
  const body = purchaseFor([[{ ...product, price: PRICE }, 100]]);
  const own = await shop.call('POST /purchases', {
    ...{ token: acme.admin.token, body, headers: { 'idempotency-key': key } },
  });
  assert.equal(own.status, 201);
  assert.notEqual(own.body.insertedId, one.body.insertedId);
});

test('behind the locks, too, it takes staff, and a contact who is the buyer or its member', async () => {
  const outsider = await shop.signUp('Outsider');
  const placeAs = async (by: Person, contact: Person) => {
    const caller = await callerOf(shop.database, by);
    const onBehalf = { buyerId: acme.id, contactId: await idOf(shop, contact) };
    const [verdict] = await placeTogether(shop.database, [
      { ...requestOf(caller, [[product._id, 100, PRICE]]), onBehalf },
    ]);
    return verdict!.verdict;
  };
  assert.equal(await placeAs(staff, buyer), 'placed');
  assert.equal(await placeAs(staff, outsider), 'no_contact');
  assert.equal(await placeAs(outsider, buyer), 'no_contact');
});

test('lines are matched for the buyer, by its numbers and prices, for its members and staff alone', async () => {
  const body = { buyerId: acme.id, lines: [{ text: '100 x ACME-7' }] };
  const match = (by?: Person) => shop.call('POST /lines/match', { ...(by && { token: by.token }), body });
  for (const person of [staff, buyer]) {
    const [found] = (await match(person)).body;
    assert.deepEqual([found.product._id, found.by, found.total], [product._id, 'own number', PRICE * 100]);
  }
  assert.deepEqual((await match(await shop.signUp('Outsider'))).body.params, { why: 'staff_only' });
  assert.equal((await match()).status, 401);
});

test('staff read the address book of the buyer that they order for', async () => {
  const { body } = await read(staff, `/addresses?buyerId=${acme.id}`);
  assert.deepEqual(
    body.map(({ shipTo }: { shipTo: object }) => shipTo),
    [SHIP_TO],
  );
});
