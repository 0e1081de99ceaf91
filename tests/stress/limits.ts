import { setTimeout as wait } from 'node:timers/promises';
import { lineCents, toCents, toDollars, toMicros } from '#contract/kernel/money.ts';
import { insertBudget } from '../../server/companies/budgets.ts';
import { addMember, insertCompany, updateMember } from '../../server/companies/queries.ts';
import { createRandom, type Random } from '../../server/demo/random.ts';
import { audit } from '../../server/ops/audit/audit.ts';
import { type Buyer, makeBuyers } from '../fixtures/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/database.ts';
import { intentIdOf, openTill, type Till } from '../fixtures/payments.ts';
import { purchaseFor, SHIP_TO } from '../fixtures/purchases.ts';
import { type CallResult, createTestClient, type Person, type TestClient } from '../test-client.ts';
import { until } from '../until.ts';
import { startServer } from './server-process.ts';

export interface LimitsSize {
  processes: number;
  /** Of each company. */
  members: number;
  /** A company each. */
  rounds: number;
}

/** Companies whose rounds are played at once: they take the same stock. */
const AT_ONCE = 2;

/**
 * Members of a company order at once, at several server processes, with a limit for a purchase and for a month each, a budget of all and
 * one of a cost center. Then each order is deleted, released, paid, refunded or paid late at once, some of them twice, while the members
 * order again. In every second round the first orders are of a period that is over by then. Throws where a limit is exceeded by a cent,
 * where an order was refused that fitted or was told another limit, where anything is not given back exactly once to its period, and
 * where an audit finds a fault. Calls `say` with a line for each round.
 */
export async function stressLimits(
  { processes, members, rounds }: LimitsSize,
  seed: number,
  say: (line: string) => void,
): Promise<void> {
  const database = await createTestDatabase({ demo: true });
  const env = {
    ...{ DATABASE_URL: patient(database.url), SANDBOX: '1', DEMO_HISTORY: '0', JOB_SECONDS: '1' },
    ...{ MAX_UNPAID_ORDERS: '1000000', RATE_LIMITS: 'off', PASSWORD_HASH: 'cheap' },
    PAYMENT_TIMEOUT_SECONDS: '30',
  };
  const servers = await Promise.all(Array.from({ length: processes }, () => startServer(env)));
  try {
    const shops = servers.map(({ origin }) => insistent(createTestClient(origin)));
    const till = await openTill({ ...shops[0]!, database }, 100_000_000);
    const world = { database, shops, till, admin: await shops[0]!.signInAdmin() };
    const companies = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, rounds) }, () => makeBuyers(database.pool, members)),
    );
    for (let first = 1; first <= rounds; first += AT_ONCE) {
      const played = companies.slice(0, rounds + 1 - first).map((people, nth) => {
        const round = first + nth;
        return play({ ...world, random: createRandom(`${seed} ${round}`) }, people, round % 2 === 0);
      });
      for (const line of await Promise.all(played)) say(line);
      const { faults } = await audit(database.db);
      if (faults.length > 0) throw new Error(`rounds from ${first} on: ${faults.join('\n')}`);
    }
    const deadlocks = await database.countDeadlocks();
    if (deadlocks > 0) throw new Error(`${deadlocks} transactions waited for each other`);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
  }
}

/** On a busy machine the last of those who wait for a company's lock may wait for longer than visitors would. */
const patient = (url: string) =>
  `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c statement_timeout=2min')}`;

/** Codes of 503 after which the same request may be sent again. */
const NOTHING_DONE: ReadonlySet<unknown> = new Set(['overloaded', 'payment_provider_down']);

/** A client that sends a request again which a busy shop has not done. */
const insistent = (shop: TestClient): TestClient => ({
  ...shop,
  async call(route, options) {
    for (;;) {
      const answer = await shop.call(route, options);
      if (!NOTHING_DONE.has(answer.body?.code)) return answer;
      await wait(200);
    }
  },
});

interface World {
  database: TestDatabase;
  shops: TestClient[];
  till: Till;
  admin: Person;
  random: Random;
}

/** What a row of `spending` is of, and what it may come to. */
interface Scope {
  id: string;
  kind: 'per_month' | 'budget';
  name?: string;
  limitCents: number | null;
}

interface Member extends Buyer {
  perPurchase: number | null;
  /** By cost center: what its orders count in. */
  scopes: Record<'lab' | 'none', Scope[]>;
}

interface Order {
  member: Member;
  costCentre: 'lab' | 'none';
  cents: number;
  answer: CallResult;
  /** Of one that was placed. */
  id: string;
}

const LAB = 'Lab';

async function play(world: World, people: Buyer[], isPeriodOver: boolean): Promise<string> {
  const { database } = world;
  const { companyId, members, scopes } = await openCompany(world, people);
  const first = await orderAtOnce(world, members);
  await requireExact(database, first);
  if (isPeriodOver) await endPeriod(database, companyId);
  const placed = first.filter(isPlaced);
  const [left, second] = await Promise.all([
    Promise.all(placed.map((order) => end(world, order, createRandom(`${world.random.below(1e9)}`)))),
    orderAtOnce(world, members),
  ]);
  for (const order of second) requireTold(order);
  await world.till.eventsArrived();
  const counted = placed.map((order, nth) => ({ order, isOver: isPeriodOver, left: left[nth]! }));
  const again = second
    .filter(isPlaced)
    .map((order) => ({ order, isOver: false, left: async () => order.cents }));
  await requireCounted(database, companyId, scopes, [...counted, ...again]);
  const refused = first.length + second.length - placed.length - again.length;
  return `${first.length + second.length} orders of ${members.length} members, ${placed.length + again.length} placed, ${refused} over a limit, ${placed.length} ended`;
}

/** A company for which these people act from now on, with limits that some of the orders of a round do not fit. */
async function openCompany({ database, till, random }: World, people: Buyer[]) {
  const { db, pool } = database;
  const companyId = await insertCompany(db, { name: 'Acme', address: SHIP_TO });
  const cost = centsOf(till, 100);
  const some = (least: number, most: number) =>
    Math.round(cost * least) + random.below(Math.round(cost * (most - least)));
  const budget = async (name: string, limitCents: number, more: { costCentre?: string }): Promise<Scope> => {
    const body = { name, period: 'quarter' as const, limit: toDollars(limitCents), ...more };
    return { id: await insertBudget(db, companyId, body), kind: 'budget', name, limitCents };
  };
  const all = await budget('All', some(0.6, 1.6) * people.length, {});
  const lab = await budget(LAB, some(0.2, 0.8) * people.length, { costCentre: LAB });
  const members = await Promise.all(
    people.map(async (person, nth): Promise<Member> => {
      const [perPurchase, perMonth] = [nth % 2 ? null : some(1, 2), nth % 3 ? some(1, 4) : null];
      await addMember(db, companyId, person.id, [nth === 0 ? 'admin' : 'buyer']);
      await updateMember(db, companyId, person.id, {
        perPurchase: perPurchase && toDollars(perPurchase),
        perMonth: perMonth && toDollars(perMonth),
      });
      const month: Scope = { id: person.id, kind: 'per_month', limitCents: perMonth };
      return { ...person, perPurchase, scopes: { lab: [month, all, lab], none: [month, all] } };
    }),
  );
  await pool.query('update access_tokens set buyer_id = $1 where session_id = any($2::uuid[])', [
    companyId,
    people.map(({ sessionId }) => sessionId),
  ]);
  const scopes = [all, lab, ...members.map(({ scopes: { none } }) => none[0]!)];
  return { companyId, members, scopes };
}

const centsOf = ({ product }: Till, pieces: number) => lineCents(toMicros(product.price), pieces);
const isPlaced = ({ answer }: Order) => answer.status === 201;

/** All members order at once, at all processes. */
function orderAtOnce({ shops, till, random }: World, members: Member[]): Promise<Order[]> {
  return Promise.all(
    members.map(async (member): Promise<Order> => {
      const pieces = 100 + random.below(100);
      const costCentre = random.pick(['lab', 'none'] as const);
      const body = purchaseFor([[till.product, pieces]], costCentre === 'lab' ? { costCentre: LAB } : {});
      const answer = await random.pick(shops).call('POST /purchases', { token: member.token, body });
      return { member, costCentre, cents: centsOf(till, pieces), answer, id: answer.body.insertedId };
    }),
  );
}

/** Throws unless an order was placed, or refused by a limit that it does not fit, and told so. Returns what was left of which limit. */
function requireTold({ member, costCentre, cents, answer: { status, body } }: Order) {
  if (status === 201) return undefined;
  const { code, params } = body;
  if (code !== 'over_limit') throw new Error(`an order was answered ${status}: ${JSON.stringify(body)}`);
  const [left, needs] = [toCents(params.left), toCents(params.needs)];
  if (needs !== cents || left >= needs)
    throw new Error(`${cents} cents do not fit: ${JSON.stringify(params)}`);
  const isOverPurchase = member.perPurchase !== null && cents > member.perPurchase;
  if (isOverPurchase !== (params.limit === 'per_purchase') || (isOverPurchase && left !== member.perPurchase))
    throw new Error(`another limit was told: ${JSON.stringify(params)}`);
  if (isOverPurchase) return undefined;
  const scope = member.scopes[costCentre].find(
    ({ kind, name }) => kind === params.limit && name === params.name,
  );
  if (!scope) throw new Error(`a limit was told that does not count: ${JSON.stringify(params)}`);
  return { scope, left };
}

/**
 * Throws unless what was placed at once keeps every limit, and what was refused did not fit what those before it had left. The
 * company's lock puts purchases in a row, and their numbers are in it.
 */
async function requireExact({ pool }: TestDatabase, orders: Order[]): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from purchases where id = any($1::uuid[]) order by number',
    [orders.filter(isPlaced).map(({ id }) => id)],
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  /** What was left of each limit, at the beginning and after each purchase. */
  const lefts = new Map<string, number[]>();
  const leftsOf = ({ id, limitCents }: Scope) => lefts.get(id) ?? [limitCents ?? Number.POSITIVE_INFINITY];
  for (const { id } of rows) {
    const { member, costCentre, cents } = byId.get(id)!;
    if (member.perPurchase !== null && cents > member.perPurchase)
      throw new Error(`${cents} cents were placed by a member who may place ${member.perPurchase}`);
    for (const scope of member.scopes[costCentre]) {
      const left = leftsOf(scope).at(-1)! - cents;
      if (left < 0) throw new Error(`${-left} cents more than ${JSON.stringify(scope)} were placed`);
      lefts.set(scope.id, [...leftsOf(scope), left]);
    }
  }
  for (const order of orders) {
    const told = requireTold(order);
    if (told && !leftsOf(told.scope).includes(told.left))
      throw new Error(`${told.left} cents were never left of ${JSON.stringify(told.scope)}`);
  }
}

/** Lets what is counted so far be of the quarter before, as if the period were over. */
async function endPeriod({ pool }: TestDatabase, companyId: string): Promise<void> {
  await pool.query(
    `with former as (
       insert into spending (buyer_id, scope_id, period_start, used_cents, bound_cents)
       select buyer_id, scope_id, (period_start - interval '3 months')::date, used_cents, bound_cents
       from spending where buyer_id = $1
     ) update purchase_spending set period_start = (period_start - interval '3 months')::date where buyer_id = $1`,
    [companyId],
  );
  await pool.query(
    `delete from spending where buyer_id = $1 and not exists (
       select from purchase_spending part where (part.buyer_id, part.scope_id, part.period_start)
         = (spending.buyer_id, spending.scope_id, spending.period_start))`,
    [companyId],
  );
}

/** Cents that an order still counts, once everything has happened to it. */
type Left = () => Promise<number>;

/** Ends an order by one of what ends orders, some of it twice at once; returns what it counts then. */
function end(world: World, order: Order, random: Random): Promise<Left> {
  return random.pick([
    keep,
    deleteTwice,
    release,
    refuseCard,
    payAndKeep,
    refundAll,
    refundSome,
    payAgain,
    payInOldTab,
  ])({ ...world, random }, order);
}

type End = (world: World, order: Order) => Promise<Left>;
const nothing: Left = async () => 0;

const keep: End =
  async (_, { cents }) =>
  async () =>
    cents;

const deleteTwice: End = async ({ shops }, { id, member: { token } }) => {
  const answers = await Promise.all(
    shops.map((shop) => shop.call(`DELETE /purchases/${id}`, { token }).then(requireAnswer)),
  );
  const deleted = answers.reduce((sum, { body }) => sum + body.deletedCount, 0);
  if (deleted !== 1) throw new Error(`order ${id} was deleted ${deleted} times`);
  return nothing;
};

/** The hold ends, and all processes look for such purchases. */
const release: End = async ({ database: { pool } }, { id }) => {
  await pool.query("update purchases set held_until = now() - interval '1 second' where id = $1", [id]);
  await until(async () => {
    await wait(200);
    const { rows } = await pool.query('select state from purchases where id = $1', [id]);
    return rows[0].state === 'released';
  });
  return nothing;
};

const refuseCard: End = async (world, order) => {
  const secret = await begin(world, order);
  await world.till.pay(secret, '4000000000000002');
  return world.random.pick([deleteTwice, release])(world, order);
};

async function begin({ shops, random }: World, { id, member: { token } }: Order): Promise<string> {
  const { status, body } = await random.pick(shops).call(`POST /purchases/${id}/payment`, { token });
  if (status !== 200) throw new Error(`a payment was answered ${status}: ${JSON.stringify(body)}`);
  return body.clientSecret;
}

/** Pays, and tells the shop at several processes at once, beside the provider's events. */
async function settle({ shops, till }: World, { id, member: { token } }: Order, secret: string) {
  await till.pay(secret);
  const body = { transactionId: intentIdOf(secret) };
  return Promise.all(
    shops.map((shop) => shop.call(`PATCH /purchases/${id}`, { token, body }).then(requireAnswer)),
  );
}

const payAndKeep: End = async (world, order) => {
  await settle(world, order, await begin(world, order));
  return async () => order.cents;
};

const refundAll: End = async (world, order) => {
  await payAndKeep(world, order);
  const [line] = await linesOf(world, order.id);
  const body = { reason: 'Recalled' };
  await askRefund(world, `POST /orders/${line!._id}/refund`, body);
  return nothing;
};

const refundSome: End = async (world, order) => {
  await payAndKeep(world, order);
  const [line] = await linesOf(world, order.id);
  const lines = [{ orderId: line!._id, quantity: 1 + world.random.below(60), refundedPieces: 0 }];
  await askRefund(world, `POST /purchases/${order.id}/refunds`, { reason: 'Damaged', lines });
  return async () => {
    const { rows } = await world.database.pool.query(
      'select coalesce(sum(cents), 0)::int as cents from refunds join payments on payments.id = payment_id where purchase_id = $1',
      [order.id],
    );
    if (rows[0].cents === 0) throw new Error(`nothing of ${order.id} was refunded`);
    return order.cents - rows[0].cents;
  };
};

/** Asks for a refund at all processes at once: one of them makes it. */
async function askRefund(
  { shops, admin: { token }, database: { pool } }: World,
  route: string,
  body: object,
) {
  const answers = await Promise.all(
    shops.map((shop) => shop.call(route, { token, body }).then(requireAnswer)),
  );
  if (!answers.some(({ status }) => status < 300))
    throw new Error(`no refund was made: ${JSON.stringify(answers.map((answer) => answer.body))}`);
  await until(
    async () => (await pool.query("select from payments where state = 'refunding' limit 1")).rowCount === 0,
  );
}

/** A released order is paid after all where it still fits. */
const payAgain: End = async (world, order) => {
  await release(world, order);
  const { token } = order.member;
  const { status, body } = await world.random
    .pick(world.shops)
    .call(`POST /purchases/${order.id}/payment`, { token });
  if (status === 200) {
    await settle(world, order, body.clientSecret);
    return async () => order.cents;
  }
  if (body.code !== 'over_limit' || toCents(body.params.left) >= order.cents)
    throw new Error(`a late payment was answered ${status}: ${JSON.stringify(body)}`);
  return nothing;
};

/** A released order is paid in a tab that was open before: it counts again where it fits, and else the money goes back. */
const payInOldTab: End = async (world, order) => {
  const secret = await begin(world, order);
  await release(world, order);
  await settle(world, order, secret);
  return async () => {
    const { rows } = await world.database.pool.query('select state from purchases where id = $1', [order.id]);
    return rows[0].state === 'paid' ? order.cents : 0;
  };
};

async function linesOf({ shops, admin: { token } }: World, id: string): Promise<{ _id: string }[]> {
  return (await shops[0]!.call(`GET /purchases/${id}`, { token })).body.lines;
}

/** Throws for an answer that is neither success nor a refusal. */
function requireAnswer(answer: CallResult): CallResult {
  if (answer.status >= 500 && answer.body.code !== 'refund_pending')
    throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Throws unless each limit's periods count what is left of the orders, and not a cent more than the limit. */
async function requireCounted(
  { pool }: TestDatabase,
  companyId: string,
  scopes: Scope[],
  orders: { order: Order; isOver: boolean; left: Left }[],
): Promise<void> {
  const expected = new Map<string, number>();
  for (const { order, isOver, left } of orders) {
    const cents = await left();
    for (const { id } of order.member.scopes[order.costCentre]) {
      const key = `${id} ${isOver}`;
      expected.set(key, (expected.get(key) ?? 0) + cents);
    }
  }
  const { rows } = await pool.query<{ id: string; isOver: boolean; cents: number }>(
    `select scope_id as id, period_start < date_trunc('quarter', now() at time zone shop_zone())::date as "isOver",
       used_cents::float8 as cents
     from spending where buyer_id = $1`,
    [companyId],
  );
  const counted = new Map(rows.map(({ id, isOver, cents }) => [`${id} ${isOver}`, cents]));
  for (const key of new Set([...expected.keys(), ...counted.keys()]))
    if ((counted.get(key) ?? 0) !== (expected.get(key) ?? 0))
      throw new Error(`${key} counts ${counted.get(key)} cents where orders use ${expected.get(key)}`);
  for (const { id, limitCents } of scopes)
    for (const isOver of [true, false])
      if (limitCents !== null && (counted.get(`${id} ${isOver}`) ?? 0) > limitCents)
        throw new Error(`${id} counts more than its limit of ${limitCents} cents`);
}
