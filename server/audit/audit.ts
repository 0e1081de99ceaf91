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
 * ledger agrees with the stock; each paid order has exactly one payment of its total, no payment pays without an order, and
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
        sum(quantity) filter (where held_until is not null) as held,
        sum(quantity) filter (where paid_at is not null and refunded_at is null) as sold
      from orders group by product_id
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
    select format('order %s is paid by %s, which is %s', o.id, o.transaction_id, coalesce(p.state, 'unknown')) as fault
    from orders o left join payments p on p.intent_id = o.transaction_id
    where o.paid_at is not null and (
      p.order_id is distinct from o.id
      or p.amount_cents <> o.unit_price_cents * o.quantity
      or (o.refunded_at is null and p.state not in ('succeeded', 'refunding', 'refused'))
      or (o.refunded_at is not null and p.state not in ('refunded', 'refunding', 'refused')))
    union all
    select format('payment %s has succeeded, but its order %s is not paid by it', p.intent_id, p.order_id)
    from payments p left join orders o on o.id = p.order_id
    where p.state = 'succeeded' and o.transaction_id is distinct from p.intent_id
    union all
    select format('all of payment %s has gone back, but it is %s', intent_id, state)
    from payments where refunded_cents = amount_cents and state <> 'refunded'`.execute(db);
  return rows.map((row) => row.fault);
}

async function auditBuyers(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('%s has %s unpaid orders and %s cents held, but %s and %s are counted', email, orders, cents,
      unpaid_orders, held_cents) as fault
    from (
      select email, unpaid_orders, held_cents, coalesce(orders, 0) as orders, coalesce(cents, 0) as cents
      from users left join unpaid_of_buyers on user_id = id
    ) as buyers
    where orders <> unpaid_orders or cents <> held_cents`.execute(db);
  return rows.map((row) => row.fault);
}
