/** What is wrong with a line of a known part, and what mends it, each by one key. Pure. */

import { lineTotal } from '#contract/kernel/price.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { partOn } from '#contract/matching/judge.ts';
import type { LinePart, Match } from '#contract/matching/schema.ts';
import { refuseQuantity } from '#contract/products/quantity.ts';
import { type Choice, differingText } from './finding-choices.ts';
import { type MakeAfter, splitInto, withFields, withQuantity } from './ops.ts';
import { wordsOfProblem } from './problem-words.ts';
import { changeWords, orderWords, waysOf } from './ways.ts';

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
  const choices: Choice[] = product
    ? [
        ...sharing(line, product, makeAfter, today),
        ...problem.quantities.map((pieces) => quantityChoice(line, product, pieces)),
        ...(problem.substitutes ?? []).map((part) => substituteChoice(line, product, part)),
      ]
    : [];
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
  return waysOf(quantity, product, today).map(({ label, shares }, n) => ({
    id: n === 0 ? 'split' : 'wait',
    label,
    ops: () => splitInto(shares, line, makeAfter),
  }));
}

/** Returns the choice to order so many pieces. */
export const quantityChoice = (line: ListLine, part: LinePart, pieces: number): Choice => ({
  id: String(pieces),
  label: orderWords(pieces, part, line.quantity),
  ops: () => withQuantity(line, pieces),
});

/** The same quantity of another part. */
function substituteChoice(line: ListLine, product: LinePart, part: LinePart): Choice {
  const { quantity } = line;
  const isRight = quantity && !refuseQuantity(quantity, part);
  const change = isRight ? changeWords(lineTotal(part, quantity), lineTotal(product, quantity)) : '';
  return {
    id: part._id,
    label: `Replace with ${part.sku}${change}`,
    detail: [...(part.differs ? [differingText(part)] : []), part.name].join(' · '),
    ops: () => withFields(line, { productId: part._id, receiptDate: null }),
  };
}

const removalOf = (line: ListLine): Choice => ({
  id: 'remove',
  label: 'Remove',
  ops: () => [{ op: 'remove', _id: line._id }],
});
