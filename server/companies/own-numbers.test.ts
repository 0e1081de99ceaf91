// Needs a shop: a company's own part numbers find its parts for those who act for it, and for nobody else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actFor, addPart, openCompany } from '../../tests/fixtures/companies.ts';
import { purchaseFor } from '../../tests/fixtures/purchases.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import { until } from '../../tests/until.ts';
import { OwnNumbers } from '../products/own-numbers.ts';

const shop = await startTestShop({ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' });
after(() => shop.close());
const shopAdmin = await shop.signInAdmin();

/** The second one has the SKU that is the company's own number of the first. */
const [mine, theirs] = [await addPart(shop, shopAdmin, 'QF-501'), await addPart(shop, shopAdmin, 'ZZ-900')];
const acme = await openCompany(shop);
const other = await openCompany(shop, 'Other');

const set = async (numbers: object[]) => {
  const body = { numbers };
  const { status } = await shop.call(`PUT /companies/${acme.id}/part-numbers`, {
    token: acme.admin.token,
    body,
  });
  assert.equal(status, 200);
};
before(() => set([{ productId: mine, number: 'ZZ-900' }]));

/** Somebody, or nobody, who asks. */
type Who = Person | undefined;
const as = (who: Who) => (who ? { token: who.token } : {});
const match = async (who: Who, lines: object[]) => {
  const { status, body } = await shop.call('POST /lines/match', { ...as(who), body: { lines } });
  assert.equal(status, 200, JSON.stringify(body));
  return body.map((one: { match: string; product?: { _id: string }; quantity?: number; by?: string }) => [
    one.match,
    one.product?._id,
    one.quantity,
    one.by,
  ]);
};
const others = async (): Promise<Who[]> => {
  const { rows } = await shop.database.pool.query('select id from users where email = $1', [
    acme.admin.email,
  ]);
  return [other.admin, await actFor(shop, acme.admin, rows[0].id), undefined];
};

test('lines are matched by own numbers, which win over an equal SKU and say so', async () => {
  const lines = [
    { text: '20x ZZ-900' },
    { text: 'zz900 20 pcs' },
    { sku: 'ZZ 900', quantity: 20 },
    { mpn: 'ZZ-900', quantity: 20 },
    { customerRef: 'ZZ-900', quantity: 20 },
    { text: '20x QF-501' },
  ];
  const own = ['exact', mine, 20, 'own number'];
  const found = [own, own, own, own, own, ['exact', mine, 20, undefined]];
  assert.deepEqual(await match(acme.admin, lines), found);
  const numberOfKnown = async (who: Who) => {
    const body = { lines: [{ productId: mine, quantity: 20 }] };
    return (await shop.call('POST /lines/match', { ...as(who), body })).body[0].product.ownNumber;
  };
  assert.equal(await numberOfKnown(acme.admin), 'ZZ-900');
  for (const who of await others()) assert.equal(await numberOfKnown(who), undefined);
  for (const who of await others()) {
    const [typed, , sku, , ref] = await match(who, lines);
    assert.deepEqual([typed, sku], Array(2).fill(['exact', theirs, 20, undefined]));
    assert.deepEqual(ref, ['none', undefined, 20, undefined]);
  }
});

test('a number that only the company has finds nothing for others', async () => {
  await set([{ productId: theirs, number: 'PRIVATE-77' }]);
  const ask = async (who: Who, route: string) => (await shop.call(route, as(who))).body;
  const asked = async (who: Who) => ({
    lines: await match(who, [{ text: 'PRIVATE-77 20' }, { sku: 'PRIVATE-77', quantity: 20 }]),
    cells: (await shop.call('POST /lines/cells', { ...as(who), body: { cells: ['PRIVATE-77'] } })).body,
    suggested: (await ask(who, 'GET /suggest?q=private-7')).parts,
    listed: (await ask(who, 'GET /products?q=private-77')).map(({ _id }: { _id: string }) => _id),
    counted: (await ask(who, 'GET /facets?q=private-77')).total,
    offered: who && (await ask(who, `GET /offers?ids=${theirs}`))[0].ownNumber,
  });
  const found = await asked(acme.admin);
  assert.deepEqual(found.lines, Array(2).fill(['exact', theirs, 20, 'own number']));
  assert.deepEqual(found.cells, [{ by: 'number', products: [theirs] }]);
  const marks = [{ start: 0, end: 9 }];
  const matched = { field: 'own', text: 'PRIVATE-77', marks, exact: false };
  assert.deepEqual(found.suggested, [{ _id: theirs, sku: 'ZZ-900', name: 'Ventilator ZZ-900', matched }]);
  assert.equal(found.listed[0], theirs);
  assert.equal(found.offered, 'PRIVATE-77');
  // Others ask after the company, so that what is remembered would be told.
  for (const who of await others()) {
    const { lines, cells, suggested, listed, counted, offered } = await asked(who);
    assert.deepEqual(
      lines.map(([kind]: [string]) => kind),
      ['none', 'none'],
    );
    assert.deepEqual([cells[0].products, suggested, listed, counted], [[], [], [], 0]);
    assert.equal(offered, undefined);
  }
});

test('a number counts from its change on, and one whose part is not sold any more finds no other part', async () => {
  const gone = await addPart(shop, shopAdmin, 'YY-1');
  await set([{ productId: mine, number: 'ZZ-901' }]);
  assert.deepEqual(
    await match(acme.admin, [
      { sku: 'ZZ-901', quantity: 20 },
      { sku: 'QF-501', quantity: 20 },
    ]),
    [
      ['exact', mine, 20, 'own number'],
      ['exact', mine, 20, undefined],
    ],
  );
  await set([{ productId: gone, number: 'QF-501' }]);
  await shop.call(`DELETE /products/${gone}`, { token: shopAdmin.token });
  const [[kind]] = await match(acme.admin, [{ sku: 'QF-501', quantity: 20 }]);
  assert.notEqual(kind, 'exact');
});

test('a line that is placed without a number of the buyer has the company’s own, as it was then', async () => {
  await set([{ productId: mine, number: 'VX-1' }]);
  const [, alone] = await others();
  const refs = async ({ token, email }: Person, id?: string) => {
    const list = await shop.call(`GET /purchases?email=${email}`, { token });
    const { body } = await shop.call(`GET /purchases/${id ?? list.body[0]._id}`, { token });
    return body.lines.map(({ customerRef }: { customerRef?: string }) => customerRef);
  };
  const place = async (person: Person) => {
    const body = purchaseFor([[{ _id: mine, price: 2.5 }, 100]]);
    const lines = [...body.lines, { ...body.lines[0], customerRef: 'SLOT 4' }];
    const placed = await shop.call('POST /purchases', {
      token: person.token,
      body: { ...body, lines, expectedTotal: 500 },
    });
    assert.equal(placed.status, 201, JSON.stringify(placed.body));
    return refs(person);
  };
  assert.deepEqual(await place(acme.admin), ['VX-1', 'SLOT 4']);
  await set([{ productId: mine, number: 'VX-2' }]);
  assert.deepEqual(await refs(acme.admin), ['VX-1', 'SLOT 4']);
  assert.deepEqual(await place(alone!), [undefined, 'SLOT 4']);
  assert.deepEqual(await place(other.admin), [undefined, 'SLOT 4']);
});

test('numbers that are read at once are answered, also where the memory has room for one company alone', async () => {
  const { pool } = shop.database;
  const ids: string[] = [];
  for (const name of ['First', 'Second']) {
    const { id, admin } = await openCompany(shop, name);
    const body = { numbers: [{ productId: mine, number: name }] };
    await shop.call(`PUT /companies/${id}/part-numbers`, { token: admin.token, body });
    ids.push(id);
  }
  const numbers = new OwnNumbers(shop.database, 2);
  const lock = await pool.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table part_numbers in access exclusive mode');
    const read = Promise.all(ids.map((buyerId) => numbers.of({ buyerId, userId: '' })));
    await until(async () => {
      const { rows } = await lock.query(
        `select count(*)::int as waiting from pg_locks where relation = 'part_numbers'::regclass and not granted`,
      );
      return rows[0].waiting === 2;
    });
    await lock.query('commit');
    assert.deepEqual(
      (await read).map((own) => own?.numbers.get(mine)),
      ['First', 'Second'],
    );
  } finally {
    lock.release();
  }
});
