import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Overview } from '#contract/desk/schema.ts';
import { toDollars } from '#contract/kernel/money.ts';
import { countWaiting } from '../companies/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import { countStuckMails } from '../ground/mail/stuck.ts';
import { countImports } from '../imports/queries.ts';
import { countDueRefunds } from '../payments/due-refunds.ts';
import { countPaymentsToAnswer } from '../payments/payments-to-answer.ts';
import { isCancelAsked, isRefundOwed, isToShip } from '../purchases/pieces.ts';
import { countOpenReturns } from '../returns/queries.ts';
import { countStock } from '../stock/list.ts';
import { isOverdue, overdueBefore, type ShippingTerms } from './shipping.ts';

/** Counts what staff have to do now. */
export async function readToDo(db: Queryable, terms: ShippingTerms): Promise<Overview['toDo']> {
  return {
    unshipped: await countUnshipped(db, terms),
    returnsAsked: { count: await countOpenReturns(db, 'asked') },
    returnsExpected: { count: await countOpenReturns(db, 'accepted') },
    refundsOwed: { count: await countWhere(db, isRefundOwed) },
    cancelsAsked: { count: await countWhere(db, isCancelAsked) },
    refundsDue: { count: await countDueRefunds(db) },
    paymentsToAnswer: { count: await countPaymentsToAnswer(db) },
    short: { count: await countStock(db, { short: '1' }) },
    companiesWaiting: { count: await countWaiting(db) },
    imports: { count: await countImports(db, 'yes') },
    mails: { count: await countStuckMails(db) },
  };
}

async function countWhere(db: Queryable, condition: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from purchases where ${condition}`.execute(db);
  return rows[0]!.count;
}

async function countUnshipped(db: Queryable, terms: ShippingTerms): Promise<Overview['toDo']['unshipped']> {
  const { rows } = await sql<{
    count: number;
    cents: number;
    overdue: number;
    before: string;
    oldest: Date | null;
  }>`
    select count(*) as count, coalesce(sum(total_cents), 0)::bigint as cents, count(*) filter (where ${isOverdue(terms)}) as overdue,
      ${overdueBefore(terms)} as before, min(accepted_at) as oldest
    from purchases where ${isToShip}`.execute(db);
  const { count, cents, overdue, before, oldest } = rows[0]!;
  return {
    count,
    total: toDollars(cents),
    overdue,
    overdueBefore: before,
    oldestPaidAt: oldest?.toISOString(),
  };
}
