import { notFound, Problem, type ToStaff, unauthorized } from '../ground/handling/problem.ts';
import { keyReused } from '../ground/idempotency/idempotency.ts';
import { companyProblem, holdsTooMuch, keptProblem, tooManyUnpaid } from './buyers.ts';
import { type Ordering, placePurchase } from './place.ts';
import type { PlacedAnswer, PurchaseRequest, PurchaseTerms, Verdict } from './request.ts';

/** A verdict about what is asked for, which each call puts into its own form. */
export type Refused = Extract<Verdict, { verdict: 'refused' | 'total_changed' }>;

/** What a call makes of a verdict in its own way. */
export interface Form {
  /** The problem of refused lines, or of another total than expected. */
  refuse(refused: Refused): Problem;
  /** What the call has created, for a client whose answer was lost. */
  idOf(answer: PlacedAnswer): string;
  /** Whether staff ask. */
  toStaff?: ToStaff;
}

/**
 * Places a purchase, and returns its answer, or that of an earlier request with its Idempotency-Key. Throws 401, 409
 * for what the buyer may not have, and what `refuse` makes.
 */
export async function answerPurchase(
  ordering: Ordering,
  request: PurchaseRequest,
  form: Form,
): Promise<PlacedAnswer> {
  return answerVerdict(await placePurchase(ordering, request), ordering.terms, form);
}

/** Returns what a verdict answers. Throws 401, 409 for what the buyer may not have, and what `refuse` makes. */
export function answerVerdict(
  verdict: Verdict,
  terms: PurchaseTerms,
  { refuse, idOf, toStaff }: Form,
): PlacedAnswer {
  switch (verdict.verdict) {
    case 'placed':
    case 'repeat':
      return verdict.answer;
    case 'key_reused':
      throw keyReused({ insertedId: idOf(verdict.answer) });
    case 'right_missing':
    case 'company_rule':
    case 'over_limit':
      throw companyProblem(verdict);
    case 'unauthenticated':
      throw unauthorized();
    case 'no_contact':
      throw notFound('contact');
    case 'no_bill_to':
      throw notFound('bill_to');
    case 'company_closed':
    case 'blocked':
    case 'company_waiting':
      throw keptProblem(verdict, toStaff);
    case 'too_many_unpaid':
      throw tooManyUnpaid(terms.maxUnpaid);
    case 'address_unproven':
      throw holdsTooMuch(terms.unprovenCents);
    case 'total_too_low':
      throw new Problem('total_too_low');
    case 'refused':
    case 'total_changed':
      throw refuse(verdict);
  }
}
