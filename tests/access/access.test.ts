import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before as beforeAll, describe, test } from 'node:test';
import { z } from 'zod';
import { api, callNames } from '#contract/api.ts';
import { OWN_RIGHTS, rightsOf } from '#contract/companies/rights.ts';
import { type Call, statusOf } from '#contract/kernel/call.ts';
import { ProblemSchema, problemParams } from '#contract/kernel/problem.ts';
import type { Person } from '#contract/kernel/reach.ts';
import { reachOf } from '#contract/policy.ts';
import { idOf } from '../fixtures/companies.ts';
import { openTill } from '../fixtures/payments.ts';
import { purchaseFor } from '../fixtures/purchases.ts';
import { startTestShop } from '../testing.ts';
import { type CallerKind, ELSEWHERE, gatherCallers, PROVEN, UNPROVEN } from './callers.ts';
import { digestOf } from './digest.ts';
import { FORBIDDEN, type Refusal, type Row, type Sound } from './row.ts';
import { rows } from './rows/rows.ts';

const shop = await startTestShop({ JOB_SECONDS: '60' });
const till = await openTill(shop);
// Background jobs run now and then pause: they would change data between comparisons and delete the expired token.
await shop.runJobs();
const stage = { shop, till, ...(await gatherCallers(shop)) };
after(() => stage.shop.close());

/** A placeholder where only the kind of credentials matters. */
const CUSTOMER: Person = {
  kind: 'person',
  userId: '',
  buyerId: '',
  email: '',
  role: 'customer',
  rights: OWN_RIGHTS,
};

/** Bodies that no input schema accepts: authentication comes before validation. */
const UNSOUND = ['{ broken', '[]', 'null', '{"price": "0x64", "email": {"$ne": ""}}'];

/** The expected result of a cell: success, or the refusal. */
type Expected = 'done' | Refusal;

function expectedOf(row: Row, caller: CallerKind): Expected {
  if (row.who === 'anyone') return 'done';
  if (row.who === 'the provider') return [400, 'bad_signature'];
  if (UNPROVEN.includes(caller)) return [401, 'unauthorized'];
  switch (row.who) {
    case 'everyone signed in':
      return 'done';
    case 'admins':
      return caller === 'admin' ? 'done' : FORBIDDEN;
    case 'staff':
      return caller === 'staff' || caller === 'admin' ? 'done' : FORBIDDEN;
    case 'the owner':
      return caller === 'customer' ? 'done' : row.others;
    case 'the owner and admins':
      return caller === 'customer' || caller === 'admin' ? 'done' : row.others;
    case 'the owner and staff':
      return ['customer', 'staff', 'admin'].includes(caller) ? 'done' : row.others;
  }
}

function pathOf(call: Call, { params = {}, query = '' }: Sound): string {
  return call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? 'x')) + query;
}

async function send(call: Call, { by }: Row, caller: CallerKind, sound: Sound) {
  const { token, cookie } = stage.proofs[caller];
  const { origin } = stage.shop;
  const { body } = sound;
  const isForm = body instanceof FormData;
  const answer = await fetch(origin + pathOf(call, sound), {
    method: call.method,
    headers: {
      origin,
      ...(by === 'cookie' ? cookie && { cookie } : token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  return {
    status: answer.status,
    type,
    headers: answer.headers,
    body: /json/.test(type) ? JSON.parse(text) : text,
  };
}

async function assertRefused({ call, row, caller }: Cell, sound: Sound, [status, says]: Refusal) {
  const answer = await send(call, row, caller, sound);
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  if (typeof says === 'object') {
    assert.deepEqual(answer.body, says);
  } else if (call.errorBody) {
    assert.deepEqual([answer.body.success, answer.body.error.code], [false, says]);
  } else {
    assert.match(answer.type, /^application\/problem\+json/);
    const problem = ProblemSchema.parse(answer.body);
    assert.deepEqual([problem.status, problem.code], [status, says]);
    if (problem.code in problemParams) {
      problemParams[problem.code as keyof typeof problemParams].parse(problem.params);
    }
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
}

interface Cell {
  call: Call;
  row: Row;
  caller: CallerKind;
  expected: Expected;
}

/** The rows of each call, with the cells of callers. */
const matrix = callNames.flatMap((name) => {
  const call: Call = api[name];
  // Undefined only when the type check was skipped.
  const ofCall = ([rows[name]].flat() as (Row | undefined)[]).filter((row) => row !== undefined);
  return ofCall.map((row) => ({
    title: `${call.route}${row.about ? ` ${row.about}` : ''}`,
    row,
    call,
    cellOf: (caller: CallerKind): Cell => ({ call, row, caller, expected: expectedOf(row, caller) }),
  }));
});

test('every call of the contract has a row', () => {
  for (const name of callNames)
    assert.ok(
      matrix.some(({ call }) => call === api[name]),
      `state the row of ${name} in tests/access/rows`,
    );
});

test('a call on one object that only its owner may make is tried with an object of another person', () => {
  for (const name of callNames) {
    const { may, proof, path }: Call = api[name];
    const reach = may === 'anyone' || proof === 'signature' ? 'all' : reachOf(may, CUSTOMER as never);
    if (!path.includes(':') || reach === 'all' || 'no' in reach) continue;
    const isTried = [rows[name]].flat().some(({ who }) => who.startsWith('the owner'));
    assert.ok(isTried, `no row of ${name} has an owner`);
  }
});

/** Refused by who asks, whatever the request says. */
function isRefusedByLevel({ row, caller }: Cell): boolean {
  if (row.staffByBody && caller === 'staff') return false;
  return UNPROVEN.includes(caller) || ['admins', 'staff', 'the provider'].includes(row.who);
}

/** The database's digest after the last row: no row changes what is between two rows. */
let known: string | undefined;

/** Each cell takes the next: all calls together have all of them. */
let unsound = 0;

async function assertAllRefused(cells: Cell[]): Promise<void> {
  const [first] = cells;
  if (!first) return;
  const sound = (await first.row.arrange?.(stage, false)) ?? {};
  if (first.row.arrange || known === undefined) {
    await till.eventsArrived();
    known = await digestOf(stage.shop.database);
  }
  for (const cell of cells) {
    const refusal = cell.expected as Refusal;
    await assertRefused(cell, sound, refusal);
    // Only a valid request gets as far as the check of the owner.
    if (!isRefusedByLevel(cell) || cell.call.method === 'GET') continue;
    unsound += 1;
    await assertRefused(cell, { ...sound, body: UNSOUND[unsound % UNSOUND.length] }, refusal);
  }
  const before = known;
  known = await digestOf(stage.shop.database);
  assert.equal(known, before, 'something was changed');
}

describe('each call is refused, with nothing changed, to all but those who may make it', () => {
  for (const { title, cellOf } of matrix)
    test(`[S6.5] ${title}`, async () => {
      const cells = PROVEN.map(cellOf);
      await assertAllRefused(cells.filter(({ expected }) => expected !== 'done'));
      for (const { call, row, caller, expected } of cells) {
        if (expected !== 'done') continue;
        const sound = (await row.arrange?.(stage, true)) ?? {};
        const answer = await send(call, row, caller, sound);
        assert.equal(
          answer.status,
          statusOf(call),
          `${caller}: ${JSON.stringify(answer.body).slice(0, 300)}`,
        );
        if (call.output instanceof z.ZodType) assert.deepEqual(call.output.parse(answer.body), answer.body);
        known = undefined;
      }
    });
});

describe('a company’s objects do not exist for members of another one, whatever their role', () => {
  const ofCompany = { ...stage, customer: stage.colleague };
  /** What a role may not do for any company is refused before the object is looked for. */
  const mayNot = ({ may }: Call, role: (typeof ELSEWHERE)[number]['role']) =>
    'no' in
    Object(reachOf(may as never, { ...CUSTOMER, buyerId: 'a company', rights: rightsOf([role]) } as never));

  for (const { title, row, call, cellOf } of matrix) {
    if (!('others' in row)) continue;
    test(title, async () => {
      const sound = await row.arrange(ofCompany, false);
      await till.eventsArrived();
      const before = await digestOf(stage.shop.database);
      for (const { role, caller } of ELSEWHERE)
        await assertRefused(cellOf(caller), sound, mayNot(call, role) ? FORBIDDEN : row.others);
      assert.equal(await digestOf(stage.shop.database), before, 'something was changed');
      if (call.method !== 'GET') return;
      const { status, body } = await send(call, row, 'colleague', sound);
      assert.equal(status, statusOf(call), JSON.stringify(body));
    });
  }

  /** Ids in bodies that are not the catalogue's, of calls that customers make. */
  const NAMED = {
    exchangeToken: ['buyerId'],
    createPaymentIntent: ['orderId'],
    matchLines: ['buyerId'],
    placePurchase: ['buyerId', 'contactId', 'lineIds', 'listId'],
    addReturn: ['orderId'],
    handOver: ['userId'],
    setRules: ['userId'],
  };
  const { shop } = stage;
  const { elsewhere, colleague } = stage;
  const ask = (route: string, { token }: { token: string | undefined }, body?: object) =>
    shop.call(route, { ...(token && { token }), ...(body && { body }) });

  test('calls that name other objects in their body are tried here, or have a row', () => {
    const found = callNames.flatMap((name) => {
      const call: Call = api[name];
      const isForStaff = [rows[name]].flat().every(({ who }) => who === 'staff' || who === 'admins');
      if (isForStaff || !(call.body instanceof z.ZodType)) return [];
      const schema = JSON.stringify(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }));
      const ids = new Set(schema.match(/"(?:ids|\w+Ids?)":/g)?.map((id) => id.slice(1, -2)));
      for (const known of ['productId', 'taxId', 'transactionId']) ids.delete(known);
      return ids.size > 0 ? [[name, [...ids].sort()]] : [];
    });
    assert.deepEqual(Object.fromEntries(found), NAMED);
  });

  test('a token is not exchanged for one of a company by others than its members', async () => {
    const { body: companies } = await ask('GET /companies', colleague);
    const { email, cookie } = elsewhere.admin;
    const answer = await shop.call(`PUT /user/${email}`, {
      body: { email, buyerId: companies[0]._id },
      headers: { cookie, origin: shop.origin },
    });
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found']);
  });

  test('nothing is ordered or priced in the name of another company by who is no staff', async () => {
    const buyerId = (await ask('GET /companies', colleague)).body[0]._id;
    const contactId = await idOf(shop, colleague);
    const order = purchaseFor([[till.product, 100]], { buyerId });
    const before = await digestOf(shop.database);
    for (const [route, body] of [
      ['POST /purchases', order],
      ['POST /purchases', { ...order, contactId }],
      ['POST /lines/match', { buyerId, lines: [{ productId: till.product._id, quantity: 100 }] }],
    ] as const)
      for (const { caller } of ELSEWHERE) {
        const answer = await ask(route, stage.proofs[caller], body);
        assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], `${caller}: ${route}`);
      }
    assert.equal(await digestOf(shop.database), before, 'something was changed');
  });

  test('lines of another company’s list and purchase are not ordered, changed, returned or written over, and none is handed to it', async () => {
    const { admin } = elsewhere;
    const line = { _id: crypto.randomUUID(), position: 1, productId: till.product._id, quantity: 100 };
    const list = await ask('POST /lists', colleague, { name: 'Board', lines: [line] });
    const path = `/lists/${list.body.insertedId}`;
    const { body: kept } = await ask(`GET ${path}`, colleague);
    const { lines: _, ...order } = purchaseFor([[till.product, 100]]);
    const ofList = { ...order, listId: list.body.insertedId };
    for (const body of [ofList, { ...ofList, lineIds: [line._id] }])
      assert.equal((await ask('POST /purchases', admin, body)).status, 404);
    const own = await ask('POST /lists', admin, { name: 'Mine', lines: [] });
    const put = { version: 1, ops: [{ op: 'put', line: { ...line, quantity: 900 } }] };
    await ask(`PATCH /lists/${own.body.insertedId}`, admin, put);
    assert.deepEqual((await ask(`GET ${path}`, colleague)).body, kept);
    const handed = { userId: await idOf(shop, colleague) };
    assert.equal((await ask(`POST /lists/${own.body.insertedId}/hand-over`, admin, handed)).status, 404);

    const { id: theirs } = await till.place(colleague);
    const { id: mine } = await till.place(admin);
    const { body } = await ask(`GET /orders/${mine}`, admin);
    const before = await digestOf(shop.database);
    const changed = { lines: [{ _id: theirs, quantity: 200 }], expectedTotal: 1 };
    const returned = { lines: [{ orderId: theirs, quantity: 1, reason: 'Too many' }] };
    for (const answer of [
      await ask(`PATCH /purchases/${body.purchaseId}/lines`, admin, changed),
      await ask(`POST /purchases/${body.purchaseId}/returns`, admin, returned),
    ])
      assert.ok([400, 404, 409].includes(answer.status), JSON.stringify(answer.body));
    assert.equal(await digestOf(shop.database), before, 'something was changed');
  });

  test('a rule does not name somebody of another company', async () => {
    const { id, admin } = elsewhere;
    const need = { by: { userId: await idOf(shop, colleague) }, count: 1 };
    const rules = { poNumber: 'optional', costCentres: [], approvals: [{ above: 0, ...need }] };
    const { status, body } = await ask(`PUT /companies/${id}/rules`, admin, rules);
    assert.deepEqual([status, body.errors[0].code], [400, 'no_approver']);
  });
});

describe('credentials that prove nothing are those of nobody', () => {
  // Which credentials hold is decided before a call's policy, once for tokens and once for cookies.
  const isOf = ({ call, row }: (typeof matrix)[number], by: string, reads: boolean) =>
    (row.by ?? 'bearer') === by &&
    (call.method === 'GET') === reads &&
    !['anyone', 'the provider'].includes(row.who);
  const kinds = (['bearer', 'cookie'] as const).flatMap((by) => [
    { by, title: 'reading', row: matrix.find((one) => isOf(one, by, true)) },
    { by, title: 'writing', row: matrix.find((one) => isOf(one, by, false)) },
  ]);
  // Placing looks at the caller once more, when it answers.
  for (const { title, cellOf } of matrix.filter(
    ({ call }) => call === api.placeOrder || call === api.placePurchase,
  ))
    test(`placing by ${title}`, () => assertAllRefused(UNPROVEN.map(cellOf)));

  test('and calls for everybody answer them as they answer nobody', async () => {
    const open = matrix.filter(({ row }) => row.who === 'anyone' || row.who === 'the provider');
    assert.ok(
      open.some(({ call }) => call.method === 'GET') && open.some(({ call }) => call.method === 'POST'),
    );
    for (const { title, row, call } of open) {
      const sound = (await row.arrange?.(stage, false)) ?? {};
      const { status } = await send(call, row, 'nobody', sound);
      for (const caller of UNPROVEN)
        assert.equal((await send(call, row, caller, sound)).status, status, `${title}: ${caller}`);
    }
  });

  for (const { by, title, row } of kinds) {
    // No call takes a cookie to read.
    if (!row) continue;
    for (const caller of UNPROVEN)
      test(`${title} by ${by}: ${caller}`, () => assertAllRefused([row.cellOf(caller)]));
  }
});

describe('other methods', () => {
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  /** The router knows none of them, at whatever path. */
  const UNKNOWN = ['TRACE', 'QUERY', 'PROPFIND', 'MERGE'];

  /** Sends methods that `fetch` refuses: TRACE and unknown ones. */
  function ask(method: string, path: string): Promise<{ status: number; headers: Record<string, unknown> }> {
    const { hostname, port } = new URL(stage.shop.origin);
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${stage.admin.token}`, origin: 'https://evil.example' };
      request({ host: hostname, port, method, path, headers }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers }));
      })
        .on('error', reject)
        .end();
    });
  }

  let before: string;
  beforeAll(async () => {
    before = await digestOf(stage.shop.database);
  });

  test('are refused with those that the path allows, to any origin', async () => {
    for (const path of new Set(Object.values(api).map(({ path }) => path))) {
      const takes = Object.values(api)
        .filter((call) => call.path === path)
        .map((call): string => call.method);
      const concrete = path
        .replace(':id', stage.till.product._id)
        .replace(':email', stage.customer.email)
        .replace(':name', 'x.webp');
      for (const method of [...METHODS, ...(path === api.listOrders.path ? UNKNOWN : [])]) {
        if (takes.includes(method) || (method === 'HEAD' && takes.includes('GET'))) continue;
        const { status, headers } = await ask(method, concrete);
        // Fastify answers 400 to an unknown method.
        assert.ok([400, 404, 405].includes(status), `${method} ${path} answered ${status}`);
        if (status === 405) assert.equal(headers.allow, takes.join(', '), path);
        assert.equal(headers['access-control-allow-origin'], undefined, path);
      }
      if (takes.includes('GET')) {
        const [get, head] = [await ask('GET', concrete), await ask('HEAD', concrete)];
        assert.equal(head.status, get.status, path);
      }
    }
  });

  test('and nothing was changed by any of them', async () => {
    assert.equal(await digestOf(stage.shop.database), before);
  });
});
