import { sql } from 'kysely';
import { formatCount } from '#contract/kernel/money.ts';
import type { Queryable } from '../ground/database/client.ts';
import { dayOfTime } from '../ground/days.ts';
import { onShelf } from '../products/shelf.ts';

interface OverfullShelf {
  sku: string;
  name: string;
  on: string;
  counted: number;
  excess: number;
  available: number;
  owed: number;
}

/**
 * Names parts of which more is on sale and owed than their shelf has. Imports once took a count of the shelf for what is on sale, so that
 * pieces of orders went on sale again: `excess` is what orders had of the part at its last such count. A later count, correction or new
 * number by a person has put it right.
 */
export async function auditImportedCounts(db: Queryable): Promise<string[]> {
  const { rows } = await sql<OverfullShelf>`
    with last as (
      select distinct on (product_id) product_id, id, at, kind, facts from events
      where kind in ('stock_counted', 'stock_corrected', 'product_changed')
        and product_id is not null and stock_change is not null
      order by product_id, id desc
    ), counted as (
      select * from last where kind = 'stock_counted' and facts ? 'importId' and not facts ? 'shelf'
    ), had as (
      select counted.product_id, greatest(0,
        coalesce(-(
          select sum(stock_change) from events
          where events.order_id = orders.id and events.id < counted.id and events.kind <> 'pieces_returned'
        ), 0)
        - coalesce((
          select sum(shipment_lines.quantity) from shipment_lines join shipments on shipments.id = shipment_id
          where shipment_lines.order_id = orders.id and shipments.created_at < counted.at
        ), 0)) as pieces
      from counted join orders on orders.product_id = counted.product_id
    ), excess as (
      select product_id, sum(pieces)::float8 as pieces from had group by product_id having sum(pieces) > 0
    )
    select sku, name, ${dayOfTime(sql`counted.at`)} as on,
      (counted.facts ->> 'counted')::float8 as counted, excess.pieces as excess, available, (held + to_ship) as owed
    from excess join counted using (product_id) join products on products.id = product_id
      cross join lateral ${onShelf} as on_shelf
    where removed_at is null
    order by sku`.execute(db);
  return rows.map(toFault);
}

function toFault({ sku, name, on, counted, excess, available, owed }: OverfullShelf): string {
  const n = formatCount;
  return (
    `${sku} (${name}): on sale and owed is more than the shelf. The import of ${on} took its count of ${n(counted)} for what is on sale, ` +
    `and put ${n(excess)} pieces of orders on sale again. ${n(available)} are on sale and ${n(owed)} in orders now. Count the shelf ` +
    'on the page Stock; where orders have more than is there, cancel or refund those pieces'
  );
}
