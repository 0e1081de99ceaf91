// Needs a shop: a company's own part numbers are set by its members and staff, and are nobody else's.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PartNumbersEffect } from '#contract/companies/part-numbers.ts';
import { signUpStaff } from '../../tests/fixtures/accounts.ts';
import { addPart, idOf, joinCompany, openCompany } from '../../tests/fixtures/companies.ts';
import { type Person, startTestShop } from '../../tests/testing.ts';
import { type Limits, NO_LIMITS } from '../ground/limits/limits.ts';
import { type CompanySettings, companyHandlers } from './routes.ts';

const shop = await startTestShop({ SMTP_URL: 'smtp://127.0.0.1:9', JOB_SECONDS: '60' });
after(() => shop.close());
const shopAdmin = await shop.signInAdmin();
// Mails wait, with their tokens.
await shop.database.pool.query("alter table mails alter column next_at set default 'infinity'");

const [one, two, three] = (await Promise.all(
  ['OWN-1', 'OWN-2', 'OWN-3'].map((sku) => addPart(shop, shopAdmin, sku)),
)) as [string, string, string];

type Company = Awaited<ReturnType<typeof openCompany>>;
const put = (
  { id }: Pick<Company, 'id'>,
  { token }: Person,
  numbers: [productId: string, number: string][],
) =>
  shop.call(`PUT /companies/${id}/part-numbers`, {
    token,
    body: { numbers: numbers.map(([productId, number]) => ({ productId, number })) },
  });
const list = async ({ id }: Pick<Company, 'id'>, { token }: Person, query = '') => {
  const { status, body } = await shop.call(`GET /companies/${id}/part-numbers${query}`, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ productId, number }: Record<string, string>) => [productId, number]);
};
const faults = ({ status, body }: Awaited<ReturnType<typeof put>>) => [
  status,
  ...body.errors.map(({ field, code, params }: Record<string, unknown>) =>
    params ? [field, code, params] : [field, code],
  ),
];

test('numbers are set, replaced, swapped and removed, and listed in pages', async () => {
  const company = await openCompany(shop);
  const { admin } = company;
  const set = await put(company, admin, [
    [one, ' VX-100 '],
    [two, 'VX 200'],
  ]);
  assert.deepEqual([set.status, set.body], [200, { modifiedCount: 2 }]);
  assert.deepEqual((await put(company, admin, [[one, 'VX-100']])).body, { modifiedCount: 0 });
  const swapped = await put(company, admin, [
    [one, 'VX-200'],
    [two, 'VX-100'],
    [three, 'AX-1'],
  ]);
  assert.deepEqual(swapped.body, { modifiedCount: 3 });
  const all = [
    [three, 'AX-1'],
    [two, 'VX-100'],
    [one, 'VX-200'],
  ];
  assert.deepEqual(await list(company, admin), all);
  assert.deepEqual(await list(company, admin, '?limit=1'), all.slice(0, 1));
  assert.deepEqual(await list(company, admin, `?limit=1&after=${three}`), all.slice(1, 2));
  assert.deepEqual((await put(company, admin, [[three, '']])).body, { modifiedCount: 1 });
  assert.deepEqual(await list(company, admin), all.slice(1));
  const { rows } = await shop.database.pool.query(
    "select facts from events where kind = 'part_numbers_changed' and actor = $1 order by id",
    [admin.email],
  );
  assert.deepEqual(
    rows.map(({ facts }) => facts),
    [2, 3, 1].map((parts) => ({ company: 'Acme', parts })),
  );
});

test('parts are named by SKU, too, a number replaces another one only where it may, and all are exported', async () => {
  const { id, admin } = await openCompany(shop);
  const send = async (body: object) => {
    const answer = await shop.call(`PUT /companies/${id}/part-numbers`, { token: admin.token, body });
    return answer.status === 200 ? answer.body.modifiedCount : faults(answer);
  };
  const numbers = [
    { sku: 'own-1', number: 'VX-1' },
    { productId: two, number: 'VX-2' },
  ];
  assert.equal(await send({ numbers, replace: false }), 2);
  assert.equal(await send({ numbers, replace: false }), 0);
  const other = [{ sku: 'OWN-1', number: 'VX-9' }];
  assert.deepEqual(await send({ numbers: other, replace: false }), [
    ...[400, ['numbers.0.number', 'part_numbered', { number: 'VX-1' }]],
  ]);
  assert.deepEqual(
    await send({
      numbers: [
        { sku: 'NONE-1', number: 'A1' },
        { sku: 'NONE-2', number: 'A2' },
        { productId: one, sku: 'OWN-1', number: 'A3' },
      ],
    }),
    [400, ['numbers.2.productId', 'product_or_sku']],
  );
  const unknown = ['NONE-1', 'NONE-2'].map((sku, n) => ({ sku, number: `A${n}` }));
  for (const replace of [true, false])
    assert.deepEqual(await send({ numbers: unknown, replace }), [
      ...[400, ['numbers.0.sku', 'product_gone'], ['numbers.1.sku', 'product_gone']],
    ]);
  assert.equal(await send({ numbers: other }), 1);
  const exported = () =>
    shop.call(`GET /companies/${id}/part-numbers`, { token: admin.token, headers: { accept: 'text/csv' } });
  const { headers, body: text } = await exported();
  assert.match(headers.get('content-type')!, /^text\/csv/);
  assert.deepEqual(text.split('\r\n').slice(0, 3), [
    'SKU,Customer part number,Description',
    'OWN-2,VX-2,Ventilator OWN-2',
    'OWN-1,VX-9,Ventilator OWN-1',
  ]);
  const onSale = (when: string) =>
    shop.database.pool.query(`update products set removed_at = ${when} where sku = 'OWN-2'`);
  await onSale('now()');
  assert.doesNotMatch((await exported()).body, /OWN-2/, 'the file can be imported');
  await onSale('null');
});

test('what numbers would change is told before they are saved: new ones, others, moved ones, and those that are left out', async () => {
  const company = await openCompany(shop);
  const { id, admin } = company;
  const { token } = admin;
  await put(company, admin, [
    [one, 'VX-1'],
    [two, 'VX-2'],
  ]);
  const before = await list(company, admin);
  const effectOf = async (numbers: object[]) => {
    const { status, body } = await shop.call(`POST /companies/${id}/part-numbers/effect`, {
      ...{ token, body: { numbers } },
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const numbers = [
    { sku: 'own-3', number: 'vx 1' },
    { sku: 'OWN-2', number: 'VX-2' },
    { sku: 'NONE-1', number: 'VX-4' },
    { sku: 'OWN-1', number: 'X'.repeat(200) },
  ];
  const { revision, ...effect } = await effectOf(numbers);
  const found = effect.refused.map(({ field, code }: Record<string, string>) => [field, code]);
  assert.deepEqual(
    [effect.same, effect.refusedRows, found],
    [
      ...[1, 2],
      [
        ['numbers.2.sku', 'product_gone'],
        ['numbers.3.number', 'part_number'],
      ],
    ],
  );
  assert.deepEqual(effect.changes, [
    { productId: three, sku: 'OWN-3', number: 'vx 1', was: '', from: 'OWN-1' },
    { productId: one, sku: 'OWN-1', number: '', was: 'VX-1' },
  ]);
  assert.deepEqual(await list(company, admin), before);

  const save = (numbers: object[], revision: number) =>
    shop.call(`PUT /companies/${id}/part-numbers`, { token, body: { numbers, revision } });
  const changes = effect.changes as { productId: string; number: string; was: string }[];
  const after = changes.map(({ productId, number }) => ({ productId, number }));
  assert.deepEqual((await save(after, revision)).body, { modifiedCount: 2 });
  const again = await save(after, revision);
  assert.deepEqual([again.status, again.body.code], [409, 'changed_meanwhile']);
  assert.deepEqual(await list(company, admin), [
    [three, 'vx 1'],
    [two, 'VX-2'],
  ]);
  const undone = changes.map(({ productId, was }) => ({ productId, number: was }));
  // Also where a number came from a part that is not on sale any more.
  await shop.database.pool.query('update products set removed_at = now() where id = $1', [one]);
  assert.equal((await save(undone, revision + 1)).status, 200);
  await shop.database.pool.query('update products set removed_at = null where id = $1', [one]);
  assert.deepEqual(await list(company, admin), before);

  // An entry that can be read in two ways is left out with all that name its part, or its number.
  const twice = await effectOf([
    { sku: 'OWN-1', number: 'VX-8' },
    { sku: 'OWN-1', number: 'VX-9' },
    { sku: 'OWN-3', number: 'VX-9' },
  ]);
  assert.deepEqual([twice.changes, twice.refusedRows], [[], 3]);
});

test('a number is unique in its company, however it is spelled; wrong entries are named, and nothing is set', async () => {
  const company = await openCompany(shop);
  const { admin } = company;
  await put(company, admin, [[one, 'VX-100']]);
  const answer = await put(company, admin, [
    [two, 'vx 100'],
    [three, '--'],
    [crypto.randomUUID(), 'VX-300'],
    [three, 'VX.300'],
    ['x', ''],
  ]);
  assert.deepEqual(faults(answer), [
    400,
    ['numbers.0.number', 'part_number_taken', { sku: 'OWN-1' }],
    ['numbers.1.productId', 'product_twice'],
    ['numbers.1.number', 'part_number'],
    ['numbers.2.productId', 'product_gone'],
    ['numbers.2.number', 'part_number_twice', { other: 3 }],
    ['numbers.3.productId', 'product_twice'],
    ['numbers.3.number', 'part_number_twice', { other: 2 }],
    ['numbers.4.productId', 'product_gone'],
  ]);
  assert.deepEqual(await list(company, admin), [[one, 'VX-100']]);
  // Another company may have the same one.
  const other = await openCompany(shop, 'Other');
  assert.equal((await put(other, other.admin, [[two, 'VX-100']])).status, 200);
});

test('two who give one number to two parts at once: one is told that it is taken', async () => {
  const company = await openCompany(shop);
  const second = await joinCompany(shop, company, ['buyer']);
  const answers = await Promise.all([
    put(company, company.admin, [[one, 'VX-1']]),
    put(company, second, [[two, 'VX-1']]),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  assert.equal((await list(company, second)).length, 1);
});

test('members with the right and staff set numbers; members read them, others find no company', async () => {
  const company = await openCompany(shop);
  const viewer = await joinCompany(shop, company, ['viewer']);
  const clerk = await signUpStaff(shop, shopAdmin);
  const other = await openCompany(shop, 'Other');
  const refused = await put(company, viewer, [[one, 'VX-1']]);
  assert.deepEqual([refused.status, refused.body.params], [403, { why: 'right_missing' }]);
  assert.equal((await put(company, clerk, [[one, 'VX-1']])).status, 200);
  assert.deepEqual(await list(company, viewer), [[one, 'VX-1']]);
  assert.equal((await put(company, other.admin, [[one, 'VX-2']])).status, 404);
  const read = await shop.call(`GET /companies/${company.id}/part-numbers`, { token: other.admin.token });
  assert.equal(read.status, 404);
});

test('many numbers take one of the caller’s places, a few do not', async () => {
  const { id, admin } = await openCompany(shop);
  const caller = { userId: await idOf(shop, admin) };
  const taken: string[] = [];
  const share: Limits['share'] = (name, { account }, work) => {
    taken.push(`${name} of ${account}`);
    return work();
  };
  const handlers = companyHandlers(shop.database, { ...NO_LIMITS, share }, {} as CompanySettings);
  const read = handlers.readPartNumbersEffect as (input: object) => Promise<PartNumbersEffect>;
  const refusedOf = async (count: number) => {
    const numbers = Array.from({ length: count }, (_, n) => ({ sku: `NONE-${n}`, number: `N${n}` }));
    const input = { params: { id }, body: { numbers }, caller, reach: 'all', request: { ip: '192.0.2.1' } };
    return (await read(input)).refusedRows;
  };
  assert.deepEqual([await refusedOf(200), taken], [200, []]);
  assert.deepEqual([await refusedOf(2_000), taken], [2_000, [`partNumbers of ${caller.userId}`]]);
});

test('a company has 50,000 numbers at most, and may replace them then', async () => {
  const company = await openCompany(shop);
  const { admin, id } = company;
  await put(company, admin, [[one, 'VX-1']]);
  // The last test of the file: so many products would take a minute.
  await shop.database.pool.query('alter table part_numbers drop constraint part_numbers_product_id_fkey');
  await shop.database.pool.query(
    `insert into part_numbers (buyer_id, product_id, number, number_key)
     select $1, gen_random_uuid(), 'N' || n, 'N' || n from generate_series(2, 50000) as n`,
    [id],
  );
  const full = await put(company, admin, [
    [two, 'VX-2'],
    [one, 'VX-3'],
  ]);
  assert.deepEqual(
    [full.status, full.body.code, full.body.params],
    [409, 'company_full', { what: 'partNumbers', most: 50_000 }],
  );
  const path = `/companies/${id}/part-numbers`;
  const body = { numbers: [{ productId: two, number: 'VX-2' }] };
  const told = await shop.call(`POST ${path}/effect`, { token: admin.token, body });
  assert.deepEqual([told.status, told.body.code], [409, 'company_full']);
  const { headers } = await shop.call(`GET ${path}?limit=1`, { token: admin.token });
  assert.equal(headers.get('x-total-count'), '50000');
  assert.equal((await put(company, admin, [[one, 'VX-3']])).status, 200);
});
