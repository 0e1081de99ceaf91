import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';

/** One product's stock, in pieces. */
export interface StockAudit {
  productId: string;
  name: string;
  /** By adding the product, restocking and correcting it. */
  putIn: number;
  available: number;
  /** Kept for unpaid orders. */
  held: number;
  /** In paid orders that were not refunded. */
  sold: number;
  /** What the ledger says is available: the sum of all changes. */
  ledger: number;
}

export interface Audit {
  stock: StockAudit[];
  /** Everything that should not be, one sentence each. Empty when all is well. */
  faults: string[];
}

/**
 * Checks, in one snapshot of the database, what must hold at every moment: stock put in = available + held + sold; the
 * ledger agrees with the stock; each purchase comes to its lines; each paid purchase has exactly one payment of its total, no payment pays without a purchase, and
 * what has gone back of a payment fits its state; what each buyer has unpaid is counted right.
 */
export async function audit(db: Queryable): Promise<Audit> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      // All of each table is what it reads.
      await sql`set local enable_seqscan = on`.execute(snapshot);
      const stock = await auditStock(snapshot);
      const faults = [
        ...stock.flatMap(toFaults),
        ...(await auditLines(snapshot)),
        ...(await auditPayments(snapshot)),
        ...(await auditBuyers(snapshot)),
      ];
      return { stock, faults };
    });
}

async function auditStock(db: Queryable): Promise<StockAudit[]> {
  const { rows } = await sql<StockAudit>`
    with ledger as (
      select product_id,
        sum(stock_change) filter (where kind in ('product_added', 'product_changed')) as put_in,
        sum(stock_change) as balance
      from events where stock_change is not null group by product_id
    ), taken as (
      select product_id,
        sum(quantity) filter (where state = 'held') as held,
        sum(quantity) filter (where state = 'paid') as sold
      from orders join purchases on purchases.id = purchase_id
      where orders.deleted_at is null group by product_id
    )
    select id as "productId", name, available,
      coalesce(put_in, 0)::float8 as "putIn", coalesce(balance, 0)::float8 as ledger,
      coalesce(held, 0)::float8 as held, coalesce(sold, 0)::float8 as sold
    from products left join ledger on ledger.product_id = id left join taken on taken.product_id = id
    order by id`.execute(db);
  return rows;
}

function toFaults({ name, putIn, available, held, sold, ledger }: StockAudit): string[] {
  const faults: string[] = [];
  if (putIn !== available + held + sold) {
    faults.push(`${name}: ${putIn} put in, but ${available} available + ${held} held + ${sold} sold`);
  }
  if (ledger !== available) faults.push(`${name}: ${available} available, but the ledger says ${ledger}`);
  return faults;
}

async function auditPayments(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('purchase %s is paid by %s, which is %s', o.id, o.transaction_id, coalesce(p.state, 'unknown')) as fault
    from purchases o left join payments p on p.intent_id = o.transaction_id
    where o.transaction_id is not null and (
      p.purchase_id is distinct from o.id
      or p.amount_cents <> o.total_cents
      or (o.state = 'paid' and p.state not in ('succeeded', 'refunding', 'refused'))
      or (o.state = 'refunded' and p.state not in ('refunded', 'refunding', 'refused')))
    union all
    select format('payment %s has succeeded, but its purchase %s is not paid by it', p.intent_id, p.purchase_id)
    from payments p left join purchases o on o.id = p.purchase_id
    where p.state = 'succeeded' and o.transaction_id is distinct from p.intent_id
    union all
    select format('all of payment %s has gone back, but it is %s', intent_id, state)
    from payments where refunded_cents = amount_cents and state <> 'refunded'`.execute(db);
  return rows.map((row) => row.fault);
}

/** A purchase is of the lines that are not deleted, and each comes to its price times its quantity. */
async function auditLines(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('purchase %s is %s and comes to %s cents, but has %s lines of %s', id, state, total_cents, lines, cents) as fault
    from (
      select purchases.id, state, purchases.total_cents, count(orders.id) as lines,
        coalesce(sum(orders.total_cents), 0) as cents
      from purchases left join orders on purchase_id = purchases.id and orders.deleted_at is null
      group by purchases.id
    ) as counted
    where case when state = 'deleted' then lines > 0 else lines = 0 or cents <> total_cents end
    union all
    select format('line %s comes to %s cents, which is not its price times its quantity', id, total_cents)
    from orders where total_cents <> round(unit_price_micros::numeric * quantity / 10000)`.execute(db);
  return rows.map((row) => row.fault);
}

async function auditBuyers(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('%s has %s unpaid purchases and %s cents held, but %s and %s are counted', email, purchases, cents,
      unpaid_orders, held_cents) as fault
    from (
      select email, unpaid_orders, held_cents, coalesce(purchases, 0) as purchases, coalesce(cents, 0) as cents
      from users left join unpaid_of_buyers on user_id = id
    ) as buyers
    where purchases <> unpaid_orders or cents <> held_cents`.execute(db);
  return rows.map((row) => row.fault);
}
