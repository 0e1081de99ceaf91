import { createDatabase, type Database } from '../../../server/ground/database/client.ts';
import { audit } from '../../../server/ops/audit/audit.ts';

/** What the shop has acknowledged, and what was begun. */
export class Acknowledged {
  /** Lines of acknowledged orders, with the keys they were placed under. */
  readonly orders = new Map<string, string>();
  /** Whose payment the provider has acknowledged. */
  readonly charged = new Set<string>();
  /** Whose payment the shop has acknowledged. */
  readonly paid = new Set<string>();
  /** When each order was acknowledged (`performance.now()`). */
  readonly moments: number[] = [];

  order(id: string, key: string): void {
    this.orders.set(id, key);
    this.moments.push(performance.now());
  }

  /** The longest time without an acknowledged order, in milliseconds, of which some is after `since`. */
  longestPause(since: number): number {
    let before = this.moments.findLast((moment) => moment <= since) ?? since;
    let longest = 0;
    for (const moment of [...this.moments.filter((one) => one > since), performance.now()]) {
      longest = Math.max(longest, moment - before);
      before = moment;
    }
    return longest;
  }
}

/** An order that was acknowledged, and what the database has of it. */
interface Kept {
  id: string;
  isPaid: boolean;
  /** Of the mails about its placing and its payment, those that were written. */
  placedMail: string | null;
  paidMail: string | null;
}

/** Throws when something that was acknowledged is not in the database, something was done twice, or the audit finds a fault. */
export async function requireKept(url: string, acknowledged: Acknowledged): Promise<void> {
  // What is acknowledged from now on may be written after the look.
  const orders = new Map(acknowledged.orders);
  const paid = [...acknowledged.paid];
  await onDatabase(url, async (database) => {
    const kept = await readKept(database, [...orders.keys()]);
    const faults = [
      ...[...orders.keys()].filter((id) => !kept.has(id)).map((id) => `the order ${id} is lost`),
      ...paid.filter((id) => !kept.get(id)?.isPaid).map((id) => `the payment of ${id} is lost`),
      ...[...kept.values()].filter((one) => !one.placedMail).map(({ id }) => `the mail about ${id} is lost`),
      ...paid.filter((id) => !kept.get(id)?.paidMail).map((id) => `the mail about ${id}, paid, is lost`),
      ...(await findTwice(database, orders)),
      ...(await audit(database.db)).faults,
    ];
    if (faults.length > 0) throw new Error(faults.join('; '));
  });
}

async function readKept({ pool }: Database, ids: string[]): Promise<Map<string, Kept>> {
  const { rows } = await pool.query<Kept>(
    `select orders.id, state = 'paid' as "isPaid", placed.id as "placedMail", paid.id as "paidMail"
     from orders join purchases on purchases.id = purchase_id
     left join mails placed on placed.dedupe = 'order_placed:' || purchases.id
     left join mails paid on paid.dedupe = 'order_paid:' || purchases.id
     where orders.id = any($1) and orders.deleted_at is null`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Keys under which another order was placed than the one that was acknowledged. */
async function findTwice({ pool }: Database, orders: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await pool.query<{ key: string; id: string }>(
    `select key, answer ->> 'insertedId' as id from idempotency_keys where call = 'placeOrder'`,
  );
  const placed = new Map(rows.map(({ key, id }) => [key, id]));
  return [...orders]
    .filter(([id, key]) => placed.get(key) !== id)
    .map(([id, key]) => `the order ${id} was placed as ${placed.get(key)}, too`);
}

/** What there is when all that was begun has ended. */
export interface Ending {
  /** The stock at the beginning. */
  stock: number;
  productId: string;
  /** The Message-IDs that have arrived at the mail server. */
  readMails(): Promise<string[]>;
}

/** What is still missing when all has ended; '' when nothing is. What is charged becomes paid by itself, and mails are sent. */
export async function findMissing(
  url: string,
  { orders, charged }: Acknowledged,
  { stock, productId, readMails }: Ending,
): Promise<string> {
  const arrived = new Set(await readMails());
  return onDatabase(url, async (database) => {
    const kept = await readKept(database, [...orders.keys()]);
    const unpaid = [...charged].filter((id) => !kept.get(id)?.isPaid);
    const mails = [...kept.values()].flatMap(({ placedMail, paidMail }) => [placedMail, paidMail]);
    const unsent = mails.filter((id) => id !== null && !arrived.has(`<${id}@shop.example.com>`));
    const { rows } = await database.pool.query<{ sold: number; available: number; purchases: number }>(
      `select available, (select coalesce(sum(quantity), 0) from orders where deleted_at is null)::int as sold,
        (select count(*) from purchases)::int as purchases
       from products where id = $1`,
      [productId],
    );
    const { sold, available, purchases } = rows[0]!;
    return [
      unpaid.length > 0 && `${unpaid.length} orders are charged and not paid`,
      unsent.length > 0 && `${unsent.length} mails have not arrived`,
      purchases !== orders.size && `${purchases} orders were placed, and ${orders.size} acknowledged`,
      sold + available !== stock && `${sold} are sold and ${available} left of ${stock}`,
    ]
      .filter(Boolean)
      .join('; ');
  });
}

async function onDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(url, { max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
