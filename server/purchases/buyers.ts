import { sql } from 'kysely';
import type { Limit } from '#contract/companies/limits.ts';
import { FIELD_OF_BREACH, type RuleBreach } from '#contract/companies/rules.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { Queryable } from '../ground/database/client.ts';
import { companyClosed, forbidden, Problem, type ToStaff } from '../ground/handling/problem.ts';

/** What of a locked buyer keeps it from ordering. */
export interface Kept {
  /** Why the shop has closed the company. */
  closedWhy: string | null;
  /** Why an admin keeps the buyer from ordering. */
  blockedWhy: string | null;
  /** Whether the company waits for the shop's approval. */
  isWaiting: boolean;
}

/** Why a buyer orders and changes nothing. */
export type KeptVerdict =
  | { verdict: 'company_closed' | 'blocked'; why: string }
  | { verdict: 'company_waiting' };

/** Returns what keeps a buyer from ordering anything; undefined where nothing does. */
export function refuseKept({ closedWhy, blockedWhy, isWaiting }: Kept): KeptVerdict | undefined {
  if (closedWhy !== null) return { verdict: 'company_closed', why: closedWhy };
  if (blockedWhy !== null) return { verdict: 'blocked', why: blockedWhy };
  return isWaiting ? { verdict: 'company_waiting' } : undefined;
}

/** Throws 409 for a buyer who may not order at the moment. What is done under a lock asks `refuseKept` there. */
export async function requireMayOrder(db: Queryable, buyerId: string): Promise<void> {
  const buyer = await db
    .selectFrom('buyers')
    .select(['closed_why as closedWhy', 'blocked_why as blockedWhy'])
    .select(sql<boolean>`waiting_since is not null`.as('isWaiting'))
    .where('id', '=', buyerId)
    .executeTakeFirst();
  const kept = buyer && refuseKept(buyer);
  if (kept) throw keptProblem(kept);
}

/** Refuses (409) what members of a company would do with a locked purchase while the company is closed. */
export function requireOpen(buyer: Kept | undefined): void {
  if (buyer && buyer.closedWhy !== null) throw companyClosed(buyer.closedWhy);
}

/** 409: why a buyer orders and changes nothing. */
export function keptProblem(kept: KeptVerdict, toStaff?: ToStaff): Problem {
  switch (kept.verdict) {
    case 'company_closed':
      return companyClosed(kept.why, toStaff);
    case 'blocked':
      return new Problem('ordering_blocked', { why: kept.why, ...(toStaff && { toStaff }) });
    case 'company_waiting':
      return new Problem('company_waiting');
  }
}

/** 409: a buyer has as many unpaid purchases as there may be. */
export function tooManyUnpaid(maxUnpaid: number): Problem {
  return new Problem('too_many_unpaid', { most: maxUnpaid });
}

/** A limit that an order does not fit. Amounts are cents. */
export interface OverLimit {
  verdict: 'over_limit';
  limit: Limit['kind'];
  name: string | undefined;
  leftCents: number;
  cents: number;
}

/** 409: a company lets a member order less: of which limit, and what is left of it. */
function limitProblem({ limit, name, leftCents, cents }: OverLimit): Problem {
  const params = {
    limit,
    left: toDollars(leftCents),
    needs: toDollars(cents),
    ...(name !== undefined && { name }),
  };
  return new Problem('over_limit', params);
}

/** 403 or 409: what a company does not let a member order. */
export function companyProblem(
  refused:
    | OverLimit
    | { verdict: 'right_missing' }
    | { verdict: 'company_rule'; breaches: readonly RuleBreach[] },
): Problem {
  switch (refused.verdict) {
    case 'right_missing':
      return forbidden('right_missing');
    case 'company_rule':
      return ruleProblem(refused.breaches);
    case 'over_limit':
      return limitProblem(refused);
  }
}

/** Names every breach at its field: `why` is the first. */
function ruleProblem(breaches: readonly RuleBreach[]): Problem {
  const errors = breaches.map((breach) => fieldError(FIELD_OF_BREACH[breach], breach));
  return new Problem('company_rule', { why: breaches[0]! }, { errors });
}

/** 409: what is held for a buyer whose address nobody has proven comes to as much as it may. */
export function holdsTooMuch(unprovenCents: number): Problem {
  return new Problem('address_unproven', { why: 'holds', most: toDollars(unprovenCents) });
}
