import { formatMoney, toDollars } from '#contract/money.ts';
import { explainDispute } from '../payments/dispute-words.ts';
import { explainRefusal } from '../payments/refund-problems.ts';

/** What entries of the log tell besides their kind, as codes and amounts: the words are made when they are shown. */
export type EventFacts =
  /** The provider's code for why it refused a refund. */
  | { intentId: string; refusal: string }
  /** What is with the buyer now; `returnedCents` have come back of what was before. */
  | { intentId: string; refundedCents: number; amountCents: number; returnedCents?: number }
  /** A dispute as it is now. */
  | { intentId: string; dispute: string; amountCents: number; withdrawnCents: number };

/** Facts in words, for admins: buyers are not told what the provider says of the shop's account. */
export function wordsOf(facts: EventFacts): string {
  return `${sentences(facts)} Payment ${facts.intentId}`;
}

function sentences(facts: EventFacts): string {
  if ('refusal' in facts) return explainRefusal(facts.refusal).what;
  if ('dispute' in facts) {
    const { what } = explainDispute(facts.dispute);
    const taken = facts.withdrawnCents > 0 ? ` ${money(facts.withdrawnCents)} are with the bank.` : '';
    return `${what} Disputed: ${money(facts.amountCents)}.${taken}`;
  }
  const returned = facts.returnedCents === undefined ? '' : `${money(facts.returnedCents)} came back. `;
  return `${returned}${money(facts.refundedCents)} of ${money(facts.amountCents)} refunded.`;
}

function money(cents: number): string {
  return formatMoney(toDollars(cents));
}
