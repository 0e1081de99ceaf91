import { formatMoney } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import { formatMoment } from '../../../ui/dates.ts';

/** Returns why nothing can be refunded of a payment now; undefined when a refund may be tried. */
export function whyNoRefund({ state, refunding, noRefund, problem }: Payment): string | undefined {
  if (state === 'refunded') return 'All of the payment has gone back.';
  if (state === 'refunding' && refunding) return underWay(refunding);
  if (state === 'refused' && refunding && !refunding.ofPieces)
    return [
      `A refund of all that is left, ${formatMoney(refunding.amount)}, has stopped.`,
      problem && `${problem.what} ${problem.advice}`,
      'Try it again, or withdraw it, on the page of the order.',
    ]
      .filter(Boolean)
      .join(' ');
  return noRefund;
}

/** Returns what is said of a refund of pieces that has stopped, and why; undefined where none has. */
export function stoppedRefund({ state, refunding, problem }: Payment): string | undefined {
  if (state !== 'refused' || !refunding?.ofPieces) return undefined;
  return [`A refund of ${formatMoney(refunding.amount)} has stopped.`, problem?.what, problem?.advice]
    .filter(Boolean)
    .join(' ');
}

function underWay({ amount, nextTryAt }: NonNullable<Payment['refunding']>): string {
  const next = nextTryAt && ` Stripe is asked again at ${formatMoment(nextTryAt)}: come back after that.`;
  return `A refund of ${formatMoney(amount)} is under way and continues automatically. The next one can be made when it is done.${next ?? ''}`;
}
