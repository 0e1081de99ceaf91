/** Words for the foot of the pad. Pure. */

import { countOf, formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { Cart } from '../../basket/cart/cart.ts';
import type { Totals } from '../../basket/matching/priced.ts';

/** Why the checkout does not open. */
export const NONE_READY = 'No line can be ordered yet.';

/** Returns what the advice of all lines would save: 'Buying 1,000 instead of 930 of NB-E64 saves $412.00'. */
export function savingWords({ better, saved }: Totals): string {
  const [first] = better;
  if (!first?.advice) return '';
  const { advice } = first;
  const isAlike = better.every(
    (one) => one.advice?.quantity === advice.quantity && one.advice.than === advice.than,
  );
  const parts = better.length === 1 ? first.part!.sku : `${formatCount(better.length)} parts`;
  const buying = isAlike
    ? `${formatCount(advice.quantity)} instead of ${formatCount(advice.than)} of ${parts}`
    : `more of ${parts}`;
  return `Buying ${buying} saves ${formatMoney(saved)}`;
}

/** Returns the weight of the order in kilograms, as far as it is known. */
export function weightWords({ grams, isLighter }: Totals): string {
  if (grams === 0) return '';
  const kilograms = grams / 1000;
  const text = kilograms.toLocaleString('en-US', { maximumFractionDigits: kilograms < 10 ? 1 : 0 });
  return `${isLighter ? 'at least ' : ''}${text} kg`;
}

/** Returns where the lines are kept, and what is not saved yet. */
export function statusWords({ status, unsaved }: Cart, isSignedIn: boolean): string {
  if (status === 'offline')
    return unsaved > 0
      ? `Offline: ${countOf(unsaved, 'change')} not saved yet, kept in this browser`
      : 'Offline: changes are kept in this browser';
  if (status === 'saving') return 'Saving…';
  if (status === 'loading') return '';
  return isSignedIn ? 'Saved' : 'Kept in this browser';
}
