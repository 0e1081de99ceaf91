/** What is wrong with a line of a known part, and what mends it, each by one key. Pure. */
import { nearDay } from '#contract/days.ts';
import { partOn } from '#contract/line-judge.ts';
import type { LinePart, Match } from '#contract/lines.ts';
import type { ListLine } from '#contract/lists.ts';
import { formatCount, formatMoney, toCents, toDollars } from '#contract/money.ts';
import { lineTotal } from '#contract/price.ts';
import type { Choice } from './finding-choices.ts';
import { type MakeAfter, splitInto, withFields, withQuantity } from './ops.ts';
import { wordsOfProblem } from './problem-words.ts';
import { mostShares, piecesOf, type Share, sharesOf } from './shares.ts';

/** Why a line cannot be ordered as it is, in words, and its remedies. */
export interface Trouble {
  words: string;
  choices: Choice[];
}

/** Returns what is wrong with a line; nothing for one that can be ordered, or whose part is not known. */
export function troubleOf(
  line: ListLine,
  match: Match | undefined,
  makeAfter: MakeAfter,
  today = new Date(),
): Trouble | undefined {
  const { problem, product } = match ?? {};
  if (!problem || (!product && problem.code !== 'gone')) return undefined;
  const choices = [
    ...(product ? sharing(line, product, makeAfter, today) : []),
    ...problem.quantities.map((pieces) => ({
      ...{ id: String(pieces), label: `Order ${formatCount(pieces)}` },
      ops: () => withQuantity(line, pieces),
    })),
    ...(problem.substitutes ?? []).map((part) => ({
      ...{ id: part._id, label: `Take ${part.sku}`, detail: part.name },
      ops: () => withFields(line, { productId: part._id, receiptDate: null }),
    })),
  ];
  const isShort = product && (line.quantity ?? 0) > partOn(product, line.receiptDate).available;
  const isLost = problem.code === 'gone' || (isShort && choices.length === 0);
  return {
    words: wordsOfProblem(problem, line, product),
    choices: isLost ? [...choices, removalOf(line)] : choices,
  };
}

/** Where stock is too small and more is expected, pieces can come on several days. */
function sharing(line: ListLine, product: LinePart, makeAfter: MakeAfter, today: Date): Choice[] {
  const { quantity } = line;
  if (!quantity || quantity <= partOn(product, line.receiptDate).available) return [];
  const shares = sharesOf(quantity, product);
  if (!shares) return lessSharing(line, product, makeAfter, today);
  const words = shareWords(shares, today);
  const label =
    shares.length > 1 ? `Split: ${words}${extraWords(shares, quantity, product)}` : capital(words);
  return [{ id: 'split', label, ops: () => splitInto(shares, line, makeAfter) }];
}

/** Where minimum, multiple or the goods that are expected forbid the whole: the most that can be had. */
function lessSharing(line: ListLine, product: LinePart, makeAfter: MakeAfter, today: Date): Choice[] {
  const shares = mostShares(line.quantity!, product);
  // What stock alone has is offered already.
  if (!shares?.some(({ receiptDate }) => receiptDate)) return [];
  const words = `${formatCount(piecesOf(shares))} at most: ${shareWords(shares, today)}`;
  return [{ id: 'split', label: words, ops: () => splitInto(shares, line, makeAfter) }];
}

/** Each share has the price of its own quantity. */
function extraWords(shares: readonly Share[], quantity: number, product: LinePart): string {
  const cents = shares.reduce((sum, share) => sum + toCents(lineTotal(product, share.quantity)), 0);
  const extra = cents - toCents(lineTotal(product, quantity));
  return extra > 0 ? ` (+${formatMoney(toDollars(extra))})` : '';
}

/** Returns shares in words: '600 now, 400 on Mar 3'. */
export const shareWords = (shares: readonly Share[], today?: Date) =>
  shares
    .map(({ quantity, receiptDate }) =>
      receiptDate
        ? `${formatCount(quantity)} on ${nearDay(receiptDate, today)}`
        : `${formatCount(quantity)} now`,
    )
    .join(', ');

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const removalOf = (line: ListLine): Choice => ({
  ...{ id: 'remove', label: 'Take it out', ops: () => [{ op: 'remove', _id: line._id }] },
});
