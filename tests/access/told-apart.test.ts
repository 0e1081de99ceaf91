// Needs a shop: what is remembered of one caller's answer would be told to the next one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { actFor, addPart, idOf, openCompany } from '../fixtures/companies.ts';
import { addPriceList, assignLists } from '../fixtures/price-lists.ts';
import { SHIP_TO } from '../fixtures/purchases.ts';
import { type Person, startTestShop } from '../testing.ts';

const shop = await startTestShop({ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' });
after(() => shop.close());
const part = await addPart(shop, await shop.signInAdmin(), 'QX-501');
const acme = await openCompany(shop);
const other = await openCompany(shop, 'Other');
const alone = await actFor(shop, acme.admin, await idOf(shop, acme.admin));

/** Answers that depend on nothing but the catalogue. */
const SHARED = [
  '/products',
  `/products/${part}`,
  '/parts/QX-501',
  '/products?q=ventilator',
  '/categories',
  '/config',
];
/** Answers in which the company finds its own. */
const OWN = [
  ...[`/offers?ids=${part}`, '/suggest?q=private-7', '/products?q=private-77', '/facets?q=private-77'],
  ...['/companies', '/addresses', '/lists', '/approvals', `/companies/${acme.id}`],
];
const MATCH = {
  lines: [
    { text: '20x PRIVATE-77' },
    { customerRef: 'PRIVATE-77', quantity: 20 },
    { sku: 'QX-501', quantity: 20 },
  ],
};

/** Asked by another company, whose part numbers they would be. */
const EFFECT = `/companies/${other.id}/part-numbers/effect`;
const NUMBERS = { numbers: [{ sku: 'QX-501', number: 'PRIVATE-77' }] };

/** Somebody, or nobody, who asks. */
type Who = Pick<Person, 'token'> | undefined;

async function bytesFor(who: Who, path: string, body?: object): Promise<string> {
  const answer = await fetch(shop.origin + path, {
    headers: {
      ...(who && { authorization: `Bearer ${who.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const { etag, 'cache-control': cache, vary } = Object.fromEntries(answer.headers);
  // A problem has the id of its request.
  const text = (await answer.text()).replace(/"instance":"[^"]*"/, '');
  return `${answer.status} ${etag} ${cache} ${vary}\n${text}`;
}

async function allFor(who: Who): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const path of [...SHARED, ...OWN]) all[path] = await bytesFor(who, path);
  all['/lines/match'] = await bytesFor(who, '/lines/match', MATCH);
  all['/lines/cells'] = await bytesFor(who, '/lines/cells', { cells: ['PRIVATE-77'] });
  all[EFFECT] = await bytesFor(who, EFFECT, NUMBERS);
  return all;
}

const OTHERS: [string, Who][] = [
  ['another company', other.admin],
  ['the same person without the company', alone],
  ['a visitor', undefined],
];

test('nothing that a company has or does changes a byte of what others get', async () => {
  const before = new Map<string, Record<string, string>>();
  for (const [name, who] of OTHERS) before.set(name, await allFor(who));
  const { pool } = shop.database;
  const visited = await allFor(undefined);

  const { token } = acme.admin;
  await assignLists({ pool }, acme.id, [await addPriceList({ pool }, 'Acme 2026', { [part]: 1.75 })]);
  for (const [route, body] of [
    [`PUT /companies/${acme.id}/part-numbers`, { numbers: [{ productId: part, number: 'PRIVATE-77' }] }],
    [`POST /companies/${acme.id}/budgets`, { name: 'Lab', period: 'month', limit: 2500 }],
    [`POST /companies/${acme.id}/invitations`, { email: 'colleague@example.com', roles: ['buyer'] }],
    ['POST /addresses', { shipTo: { ...SHIP_TO, city: 'Alameda' } }],
    ['POST /addresses', { shipTo: { ...SHIP_TO, city: 'Oakland' }, use: 'bill' }],
    [
      'POST /lists',
      { name: 'Board', lines: [{ _id: crypto.randomUUID(), position: 1, productId: part, quantity: 20 }] },
    ],
  ] as const) {
    const { status, body: answer } = await shop.call(route, { token, body });
    assert.ok(status < 300, `${route}: ${JSON.stringify(answer)}`);
  }
  // It asks first, and in between: what is remembered of its answers would be told.
  const own = await allFor(acme.admin);
  for (const [name, who] of OTHERS) {
    assert.deepEqual(await allFor(who), before.get(name), name);
    assert.deepEqual(await allFor(acme.admin), own, 'the company itself');
  }

  const differing = Object.keys(own).filter((path) => own[path] !== visited[path]);
  assert.deepEqual(differing, [...OWN, '/lines/match', '/lines/cells', EFFECT]);
  // Nothing between the shop and the company may keep these for somebody else.
  for (const path of differing) assert.match(own[path]!.split('\n')[0]!, /no-store|private/, path);
});

test('an Idempotency-Key of a person repeats nothing for another buyer', async () => {
  const person = acme.admin;
  const second = await openCompany(shop, 'Second', alone);
  const body = { name: 'Board', lines: [] };
  const add = async ({ token }: Person) => {
    const options = { token, body, headers: { 'idempotency-key': 'one-key' } };
    return (await shop.call('POST /lists', options)).body.insertedId;
  };
  const made = [await add(person), await add(second.admin), await add(alone)];
  assert.equal(new Set(made).size, 3);
  assert.deepEqual([await add(person), await add(second.admin), await add(alone)], made);
});
