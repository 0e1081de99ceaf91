/** What the cart comes to, for the header. Loaded when a page is idle and the cart has lines. */

import { formatMoney } from '#contract/kernel/money.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { MOST_MATCHED } from '#contract/matching/limits.ts';
import { matchLines } from '../matching/ask-lines.ts';
import { priceLines, totalsOf } from '../matching/priced.ts';
import { cartOwner } from './cart.ts';
import { noteSeen } from './seen-prices.ts';

/** The last answer: pages of the tab and a cart that has not changed need no second one. */
let last: { key: string; words: Promise<string> } | undefined;

/**
 * Returns what the lines cost that can be ordered, in words, as the order pad sums them up; '' where nothing is known, and of more
 * lines than one call takes.
 */
export function totalWords(lines: readonly ListLine[]): Promise<string> {
  const known = lines.filter(({ productId, quantity }) => productId && quantity);
  if (known.length === 0 || known.length > MOST_MATCHED) return Promise.resolve('');
  const asked = known.map(({ productId, quantity, receiptDate }) => ({
    productId: productId!,
    quantity: quantity!,
    ...(receiptDate && { receiptDate }),
  }));
  const key = JSON.stringify([cartOwner(), asked]);
  if (last?.key !== key) {
    const words = matchLines(asked).then((matches) => {
      const states = new Map(
        matches.map((match, n) => [known[n]!._id, { state: 'matched' as const, match }]),
      );
      noteSeen(lines, states);
      return formatMoney(totalsOf(priceLines(known, states, null)).total);
    });
    last = { key, words };
    words.catch(() => {
      // It is asked for again with the next change.
      if (last?.key === key) last = undefined;
    });
  }
  return last.words;
}
