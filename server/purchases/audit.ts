import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/**
 * Stock put in = available + held + sold, and the ledger agrees with it; each purchase comes to its lines; what each buyer
 * has unpaid is counted right; what was approved has its approvals. A sentence for each exception.
 */
export async function auditPurchases(db: Queryable): Promise<string[]> {
  const stock = (await auditStock(db)).flatMap(toFaults);
  return [...stock, ...(await auditLines(db)), ...(await auditBuyers(db)), ...(await auditApprovals(db))];
}

/** One product's stock, in pieces. */
export interface StockAudit {
  productId: string;
  name: string;
  /** By adding the product, restocking and correcting it. */
  putIn: number;
  available: number;
  /** Kept for unpaid orders, of pieces that have arrived. */
  held: number;
  /** Of accepted and refunded orders: what has arrived for them and has not gone on sale again. */
  sold: number;
  /** What the ledger says is available: the sum of all changes. */
  ledger: number;
}

/** Selects the kinds of entries by which people and suppliers change a product's stock. All other kinds are changes by orders. */
const PUT_IN = `kind in ('product_added', 'product_changed', 'stock_counted', 'goods_received', 'stock_damaged', 'stock_corrected')`;

export async function auditStock(db: Queryable): Promise<StockAudit[]> {
  const { rows } = await sql<StockAudit>`
    with ledger as (
      select product_id, sum(stock_change) filter (where ${sql.raw(PUT_IN)}) as put_in, sum(stock_change) as balance
      from events where stock_change is not null group by product_id
    ), taken as (
      select product_id, sum(quantity - awaited) filter (where state in ('asked', 'held')) as held,
        sum(quantity - awaited - unpromised - restocked_quantity) filter (where is_accepted(state) or state = 'refunded') as sold
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

/** What is wrong with the numbers of a product: a sentence each. */
export function toFaults({ name, putIn, available, held, sold, ledger }: StockAudit): string[] {
  const faults: string[] = [];
  if (putIn !== available + held + sold) {
    faults.push(`${name}: ${putIn} put in, but ${available} available + ${held} held + ${sold} sold`);
  }
  if (ledger !== available) faults.push(`${name}: ${available} available, but the ledger says ${ledger}`);
  return faults;
}

/**
 * The total of a purchase is what `totalOf` says of its charges and of the lines that are not deleted. Each line's total is its price
 * times its quantity.
 */
async function auditLines(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with nets as (
      select purchase_id, 'O' as category, 0 as rate_bp, count(*) as lines, sum(total_cents) as cents
      from orders where deleted_at is null group by purchase_id
      union all
      select purchase_id, category, rate_bp, 0, net_cents from charges
    ), rates as (
      select purchase_id, sum(lines) as lines, sum(cents) + round(sum(cents) * rate_bp / 10000) as cents
      from nets group by purchase_id, category, rate_bp
    ), counted as (
      select id, state, total_cents, coalesce(sum(lines), 0) as lines, coalesce(sum(cents), 0) as cents
      from purchases left join rates on purchase_id = id group by id
    )
    select format('purchase %s is %s and comes to %s cents, but has %s lines of %s with its charges', id, state, total_cents, lines,
      cents) as fault
    from counted where case when state = 'deleted' then lines > 0 else lines = 0 or cents <> total_cents end
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
      select coalesce(email, buyers.name) as email, buyers.unpaid_orders, buyers.held_cents, coalesce(purchases, 0) as purchases,
        coalesce(cents, 0) as cents
      from buyers left join users using (id) left join unpaid_of_buyers on buyer_id = buyers.id
    ) as buyers
    where purchases <> unpaid_orders or cents <> held_cents
    union all
    select format('%s has paid %s cents and has %s unpaid, but %s and %s are counted', coalesce(email, buyers.name),
      coalesce(paid, 0), coalesce(unpaid, 0), buyers.paid_cents, buyers.unpaid_cents)
    from buyers left join users using (id) left join sums_of_buyers on buyer_id = buyers.id
    where coalesce(paid, 0) <> buyers.paid_cents or coalesce(unpaid, 0) <> buyers.unpaid_cents`.execute(db);
  return rows.map((row) => row.fault);
}

/** What was approved has the approvals that it needed, none of them of who has placed or changed it. A sentence for each exception. */
export async function auditApprovals(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('purchase %s is approved by %s members where %s have to approve it: have it approved anew before it is shipped', id,
      given, needed) as fault
    from (
      select id, (select max((need ->> 'count')::int) from jsonb_array_elements(approvals) as need) as needed,
        (select count(*) from approvals as one where purchase_id = purchases.id and verdict = 'approve' and void_at is null) as given
      from purchases where approved_at is not null and state <> 'deleted'
    ) as approved
    where given < needed
    union all
    select format('purchase %s is approved by who has placed or changed it: set void_at of the approval, and have it approved anew',
      purchases.id)
    from purchases join approvals as own on purchase_id = purchases.id join users on users.id = own.user_id and (own.user_id = purchases.user_id
      or email = any(changed_by || placed_by))
    where verdict = 'approve' and void_at is null`.execute(db);
  return rows.map(({ fault }) => fault);
}
