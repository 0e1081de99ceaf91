import { type SqlBool, sql } from 'kysely';
import { ON_THE_WAY_DAYS, SOON_MINUTES } from '#contract/desk/figures.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { Queryable } from '../ground/database/client.ts';
import { begins, firstDayOf, shopZone, zoneOf } from '../ground/days.ts';
import { isGoingBack } from '../purchases/pieces.ts';
import type { PurchaseTerms } from '../purchases/request.ts';
import { IN_STATE, type OrderOwner, purchasesOf } from './owned.ts';
import { lastShipped, returnedPieces } from './sent.ts';

/**
 * What one buyer has to pay, purchases whose stock is held, what they have paid in the month of their time zone, and how much they may
 * leave unpaid. Money in dollars.
 */
export async function summarizeOrders(
  db: Queryable,
  owner: Exclude<OrderOwner, 'everyone'>,
  { maxUnpaid, unprovenCents }: Pick<PurchaseTerms, 'maxUnpaid' | 'unprovenCents'>,
) {
  const held = purchasesOf(db, owner)
    .where(IN_STATE.to_pay)
    .select([
      (e) => e.fn.countAll<number>().as('unpaid'),
      sql<number>`coalesce(sum(total_cents), 0)::bigint`.as('cents'),
      (e) => e.fn.min('held_until').as('firstHoldEnds'),
      sql<number>`count(*) filter (where held_until < now() + make_interval(mins => ${SOON_MINUTES}::int))`.as(
        'endingSoon',
      ),
    ]);
  const zone = 'buyerId' in owner ? zoneOf(owner.buyerId) : shopZone;
  const firstOfMonth = firstDayOf(sql`'month'`, zone);
  const month = begins(firstOfMonth, zone);
  const recently = sql<Date>`now() - make_interval(days => ${ON_THE_WAY_DAYS}::int)`;
  const sent = purchasesOf(db, owner)
    .where(sql<SqlBool>`is_accepted(purchases.state)`)
    .select([
      sql<number>`count(*) filter (where unshipped_pieces > 0 and not ${isGoingBack})`.as('toShip'),
      sql<number>`count(*) filter (where shipped_pieces > ${returnedPieces} and ${lastShipped} >= ${recently})`.as(
        'onTheWay',
      ),
    ]);
  const paid = purchasesOf(db, owner)
    .where('paid_at', '>=', month)
    .select([
      sql<number>`coalesce(sum(paid_cents - refunded_cents), 0)::bigint`.as('spent'),
      sql<string>`to_char(${firstOfMonth}, 'YYYY-MM-DD')`.as('monthStart'),
    ]);
  const account = 'buyerId' in owner ? { 'buyers.id': owner.buyerId } : { email: owner.email };
  const buyer = db
    .selectFrom('buyers')
    .leftJoin('users', 'users.id', 'buyers.id')
    .where((e) => e.and(account))
    .select(['buyers.unpaid_orders', 'buyers.held_cents', 'kind', 'email_verified']);
  const row = await db
    .selectFrom(held.as('held'))
    .innerJoin(paid.as('paid'), (join) => join.onTrue())
    .innerJoin(sent.as('sent'), (join) => join.onTrue())
    // Orders outlive the account of who placed them.
    .leftJoin(buyer.as('buyer'), (join) => join.onTrue())
    .selectAll()
    .executeTakeFirstOrThrow();
  const { unpaid, cents, firstHoldEnds, endingSoon, onTheWay, toShip, spent, monthStart } = row;
  return {
    unpaid,
    toPay: toDollars(cents),
    firstHoldEnds: firstHoldEnds?.toISOString() ?? null,
    endingSoon,
    onTheWay,
    toShip,
    spentThisMonth: toDollars(spent),
    monthStart,
    allowance: {
      unpaidOrders: row.unpaid_orders ?? 0,
      mostUnpaid: maxUnpaid,
      held: toDollars(row.held_cents ?? 0),
      mostHeld: row.kind === 'company' || row.email_verified === true ? null : toDollars(unprovenCents),
    },
  };
}
