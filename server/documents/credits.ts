import type { Selectable } from 'kysely';
import type { CreditedLine } from '../ground/database/tables/invoices.ts';
import type { PaymentTables } from '../ground/database/tables/payments.ts';

/** What has gone back of the payment of a purchase, and what is credited of it. */
export interface Credited {
  /** The payment's. */
  state: Selectable<PaymentTables['payments']>['state'];
  refundedCents: number;
  /** Of the refund that took all that was left. */
  reason: string | null;
  /** Of parts of the payment, oldest first; the refund of an amount has no lines. */
  refunds: {
    id: string;
    state: PaymentTables['refunds']['state'];
    cents: number;
    reason: string;
    lines: CreditedLine[];
  }[];
  /** Of the purchase, oldest first. */
  notes: { number: number; refundId: string | null; cents: number; isWithdrawn: boolean }[];
  /** What of each line is not refunded. */
  left: CreditedLine[];
}

/** A credit note to issue: of a refund of a part, or of the rest. `lines` is null where the pieces are not known. */
interface NewCreditNote {
  refundId: string | null;
  cents: number;
  lines: CreditedLine[] | null;
  reason: string | null;
}

/**
 * Decides which credit notes a purchase lacks: one for each refund of a part that is done, and one for the rest of what has gone
 * back. Names those to withdraw: those of refunds that were given up, and, once nothing is due, the newest ones of the rest
 * while more is credited than has gone back. Pure.
 */
export function judgeCredits({ state, refundedCents, reason, refunds, notes, left }: Credited): {
  withdrawn: number[];
  issued: NewCreditNote[];
} {
  const givenUp = new Set(refunds.filter(({ state }) => state === 'withdrawn').map(({ id }) => id));
  const isGivenUp = ({ refundId }: { refundId: string | null }) => refundId !== null && givenUp.has(refundId);
  const standing = notes.filter(({ isWithdrawn }) => !isWithdrawn);
  const kept = standing.filter((note) => !isGivenUp(note));
  const withdrawn = standing.filter(isGivenUp);
  const noted = new Set(notes.map(({ refundId }) => refundId));
  const issued: NewCreditNote[] = refunds
    .filter(({ id, state }) => state === 'done' && !noted.has(id))
    .map(({ id, cents, reason, lines }) => {
      return { refundId: id, cents, lines: lines.length > 0 ? lines : null, reason };
    });
  const isSettled = state === 'succeeded' || state === 'refunded';
  let owed = refundedCents - sum(kept) - sum(issued);
  const ofRest = kept.filter(({ refundId }) => refundId === null);
  while (isSettled && owed < 0 && ofRest.length > 0) {
    const newest = ofRest.pop()!;
    withdrawn.push(newest);
    owed += newest.cents;
  }
  if (owed > 0) {
    // Where something was refunded at the provider itself, the pieces that are left do not come to what has gone back.
    const lines = state === 'refunded' && sum(left) === owed ? left : null;
    issued.push({ refundId: null, cents: owed, lines, reason });
  }
  return { withdrawn: withdrawn.map(({ number }) => number), issued };
}

const sum = (rows: { cents: number }[]) => rows.reduce((total, { cents }) => total + cents, 0);
