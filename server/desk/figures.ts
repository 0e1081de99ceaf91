import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { begins, dayOfTime, shopZone, today } from '../ground/days.ts';
import { SLACK, sqlFirstIdAt } from './moments.ts';

/** The figures of a day. Each counts what happened on it, so those of a day that is over do not change. */
export interface DayFigures {
  day: string;
  placed: number;
  paid: number;
  revenueCents: number;
  pieces: number;
  newBuyers: number;
  expired: number;
  soldOut: number;
}

/** What was paid of a part. */
export interface PartFigures {
  productId: string;
  pieces: number;
  cents: number;
}

/** SQL that is true for a time on a day of the shop. */
function isOn(time: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${time} >= ${begins(day)} and ${time} < ${begins(sql`((${day})::date + 1)`)})`;
}

/** SQL that bounds ids to rows of a day: it leaves out none of them. */
function isNear(id: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${id} >= ${sqlFirstIdAt(sql`${begins(day)} - ${SLACK}`)}
    and ${id} < ${sqlFirstIdAt(sql`${begins(sql`((${day})::date + 1)`)} + ${SLACK}`)})`;
}

/** SQL for the figures of a day as the columns of `shop_days`, read from what happened. */
export function figuresOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${day}::date as day,
      (select count(*) from purchases where ${isNear(sql`id`, day)} and ${isOn(sql`placed_at`, day)}) as placed,
      paid, revenue_cents,
      (
        select coalesce(sum(quantity), 0)::bigint from purchases join orders on purchase_id = purchases.id
        where ${isOn(sql`paid_at`, day)} and orders.deleted_at is null
      ) as pieces,
      new_buyers,
      (
        select count(distinct purchase_id) from orders
        where id in (
          select order_id from events where kind = 'hold_ended' and ${isNear(sql`events.id`, day)} and ${isOn(sql`at`, day)}
        )
      ) as expired,
      (
        select count(distinct product_id) from orders
        where ${isNear(sql`id`, day)} and ${isOn(sql`created_at`, day)} and receipt_id is null and available = quantity
      ) as sold_out
    from (
      select count(*) as paid, coalesce(sum(total_cents), 0)::bigint as revenue_cents,
        count(distinct buyer_email) filter (where not exists (
          select from purchases as earlier
          where earlier.buyer_email = purchases.buyer_email and earlier.paid_at < ${begins(day)}
        )) as new_buyers
      from purchases where ${isOn(sql`paid_at`, day)}
    ) as payments`;
}

/** SQL for what was paid on a day by part, as the columns of `shop_day_parts`. */
export function partsOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select product_id, sum(quantity)::bigint as pieces, sum(orders.total_cents)::bigint as cents
    from purchases join orders on purchase_id = purchases.id
    where ${isOn(sql`paid_at`, day)} and orders.deleted_at is null
    group by product_id`;
}

/** Days whose figures are kept, so that those of 90 days and of the 90 before them take no time. */
const KEPT_DAYS = 180;

/** The first day whose figures are read afresh: today, and until ten past midnight yesterday, of which something may be on its way. */
const OPEN_SINCE = dayOfTime(sql`(now() - ${SLACK})`);

/** Writes the figures of days that are over, the latest first: one at a time, so that nobody waits for long. */
export async function keepFigures(db: Queryable): Promise<void> {
  for (const { day, isOver } of await unkeptDays(db)) {
    if (!isOver) continue;
    const of = sql`${day}`;
    await sql`
      with figures as (
        insert into shop_days (zone, day, placed, paid, revenue_cents, pieces, new_buyers, expired, sold_out)
        select ${shopZone}, day, placed, paid, revenue_cents, pieces, new_buyers, expired, sold_out from (${figuresOf(of)}) as figures
        on conflict do nothing returning day
      )
      insert into shop_day_parts (zone, day, product_id, pieces, cents)
      select ${shopZone}, figures.day, parts.* from figures, (${partsOf(of)}) as parts`.execute(db);
  }
}

/** Deletes figures that nobody asks for any more, and those of another time zone. */
export async function forgetFigures(db: Queryable): Promise<void> {
  await sql`delete from shop_days where zone <> ${shopZone} or day < ${OPEN_SINCE} - ${KEPT_DAYS}::int`.execute(
    db,
  );
}

/** The figures of the last `KEPT_DAYS` days and of today, the oldest first: kept ones, and those of `unkept` read from what happened. */
export async function readFigures(db: Queryable, unkept: readonly UnkeptDay[]): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select days.day, ${COLUMNS}
    from (select ${today} - n as day from generate_series(0, ${KEPT_DAYS}::int) as n) as days
      left join shop_days on zone = ${shopZone} and shop_days.day = days.day
    order by days.day`.execute(db);
  const fresh = new Map<string, DayFigures>();
  for (const { day } of unkept) {
    const { rows: read } = await sql<DayFigures>`
      select day, ${COLUMNS} from (${figuresOf(sql`${day}`)}) as figures`.execute(db);
    fresh.set(day, read[0]!);
  }
  return rows.map((kept) => fresh.get(kept.day) ?? kept);
}

/** What was paid by part in the last days, today among them, the part that brought most first. */
export async function readTopParts(
  db: Queryable,
  unkept: readonly UnkeptDay[],
  { days, most }: { days: number; most: number },
): Promise<PartFigures[]> {
  const since = sql`(${today} - ${days - 1}::int)`;
  const read = unkept.map(({ day }) => day);
  const fresh = read.map(
    (day) =>
      sql`union all select product_id, pieces, cents from (${partsOf(sql`${day}`)}) as parts where ${day}::date >= ${since}`,
  );
  const { rows } = await sql<PartFigures>`
    select product_id as "productId", sum(pieces)::bigint as pieces, sum(cents)::bigint as cents
    from (
      select product_id, pieces, cents from shop_day_parts
      where zone = ${shopZone} and day >= ${since} and day <> all(${read}::date[]) ${sql.join(fresh, sql` `)}
    ) as parts
    group by product_id order by cents desc, product_id limit ${most}`.execute(db);
  return rows;
}

/** Nothing happened before the first purchase: those days have no row. */
const COLUMNS = sql.join(
  Object.entries({
    placed: 'placed',
    paid: 'paid',
    revenue_cents: 'revenueCents',
    pieces: 'pieces',
    new_buyers: 'newBuyers',
    expired: 'expired',
    sold_out: 'soldOut',
  }).map(([column, name]) => sql`coalesce(${sql.ref(column)}, 0) as ${sql.ref(name)}`),
);

/** SQL for the first day on which something can have happened. */
const FIRST_DAY = sql`coalesce((select ${dayOfTime(sql`(placed_at - ${SLACK})`)} from purchases order by id limit 1), ${today})`;

/** A day without kept figures, and whether it is over. */
export interface UnkeptDay {
  day: string;
  isOver: boolean;
}

/** The days without kept figures since the first purchase, the latest first. Today is one. */
export async function unkeptDays(db: Queryable): Promise<UnkeptDay[]> {
  const { rows } = await sql<UnkeptDay>`
    select day, day < ${OPEN_SINCE} as "isOver"
    from (select ${today} - n as day from generate_series(0, ${KEPT_DAYS}::int) as n) as days
    where day >= ${OPEN_SINCE} or (day >= ${FIRST_DAY} and not exists (
      select from shop_days where zone = ${shopZone} and shop_days.day = days.day
    ))
    order by day desc`.execute(db);
  return rows;
}
