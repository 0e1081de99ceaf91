import { sql } from 'kysely';
import { PERIODS } from '#contract/desk/figures.ts';
import type { Figures, Overview } from '#contract/desk/schema.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { Queryable } from '../ground/database/client.ts';
import { begins, dayOfTime, shopZone, today } from '../ground/days.ts';
import { type DayFigures, readFigures, readTopParts, unkeptDays } from './figures.ts';
import { SLACK, sqlFirstIdAt } from './moments.ts';
import type { ShippingTerms } from './shipping.ts';
import { readToDo } from './to-do.ts';

const SHOWN_DAYS = 90;
const TOP_PARTS = 10;

/** What staff have to do now, and the figures of the last days; `partDays`: those of its best parts. */
export async function readOverview(db: Queryable, terms: ShippingTerms, partDays = 30): Promise<Overview> {
  const at = new Date().toISOString();
  const unkept = await unkeptDays(db);
  const days = await readFigures(db, unkept);
  const unpaid = await readUnpaid(db);
  const { rows } = await sql<{ zone: string }>`select ${shopZone} as zone`.execute(db);
  return {
    at,
    today: days.at(-1)!.day,
    timeZone: rows[0]!.zone,
    toDo: await readToDo(db, terms),
    figures: PERIODS.map((length) => ({
      days: length,
      now: { ...sumOf(days.slice(-length)), unpaid: countUnpaid(unpaid, length) },
      before: sumOf(days.slice(-2 * length, -length)),
    })),
    days: days.slice(-SHOWN_DAYS).map(({ day, revenueCents, paid, soldOut }) => ({
      day,
      revenue: toDollars(revenueCents),
      paid,
      soldOut,
    })),
    topParts: await nameParts(db, await readTopParts(db, unkept, { days: partDays, most: TOP_PARTS })),
    unpaid,
  };
}

/** Those that were placed in the last days. Each of `PERIODS` ends where one of `AGES` does. */
const countUnpaid = (unpaid: Overview['unpaid'], days: number): number =>
  unpaid
    .filter(({ to }) => to < days)
    .reduce((sum, { held, holdEnded }) => sum + held.count + holdEnded.count, 0);

function sumOf(days: DayFigures[]): Figures {
  const sum = (of: (day: DayFigures) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    placed: sum(({ placed }) => placed),
    paid: sum(({ paid }) => paid),
    revenue: toDollars(sum(({ revenueCents }) => revenueCents)),
    pieces: sum(({ pieces }) => pieces),
    newCustomers: sum(({ newBuyers }) => newBuyers),
    expired: sum(({ expired }) => expired),
  };
}

async function nameParts(
  db: Queryable,
  parts: Awaited<ReturnType<typeof readTopParts>>,
): Promise<Overview['topParts']> {
  if (parts.length === 0) return [];
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'sku'])
    .where(
      'id',
      'in',
      parts.map(({ productId }) => productId),
    )
    .execute();
  const byId = new Map(products.map((product) => [product.id, product]));
  return parts.map(({ productId, pieces, cents }) => {
    const { name, sku } = byId.get(productId)!;
    return { productId, name, sku, pieces, revenue: toDollars(cents) };
  });
}

/** Days since an unpaid purchase was placed, from the first to the last one of each age. */
const AGES = [
  [0, 0],
  [1, 2],
  [3, 6],
  [7, 29],
  [30, 89],
] as const;

async function readUnpaid(db: Queryable): Promise<Overview['unpaid']> {
  const oldest = AGES.at(-1)![1];
  const since = begins(sql`(${today} - ${oldest}::int)`);
  // A state each, written out as in its index.
  const ofState = (state: 'held' | 'released') => sql`
    select ${sql.lit(state)} as state, ${today} - ${dayOfTime(sql`placed_at`)} as age, total_cents from purchases
    where state = ${sql.lit(state)} and id >= ${sqlFirstIdAt(sql`${since} - ${SLACK}`)} and placed_at >= ${since}`;
  const { rows } = await sql<{ state: 'held' | 'released'; age: number; count: number; cents: number }>`
    select state, age, count(*) as count, sum(total_cents)::bigint as cents
    from (${ofState('held')} union all ${ofState('released')}) as unpaid group by state, age`.execute(db);
  return AGES.map(([from, to]) => {
    const of = (state: 'held' | 'released') => {
      const found = rows.filter((row) => row.state === state && row.age >= from && row.age <= to);
      return {
        count: found.reduce((sum, { count }) => sum + count, 0),
        total: toDollars(found.reduce((sum, { cents }) => sum + cents, 0)),
      };
    };
    return { from, to, held: of('held'), holdEnded: of('released') };
  });
}
