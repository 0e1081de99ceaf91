/** Words for what a line needs. Pure. */

import { formatCount } from '#contract/kernel/money.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { judgeLine, partOn } from '#contract/matching/judge.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import type { PricedLine } from './priced.ts';
import { wordsOfProblem } from './problem-words.ts';

/** Returns in a sentence what a line needs before it can be ordered; undefined when it can. */
export function needWords({ need, line, part, state, sameAs }: PricedLine): string | undefined {
  switch (need) {
    case 'find':
      return 'Not found.';
    case 'choose':
      return 'Several parts fit.';
    case 'confirm':
      return `Probably ${state?.match?.product?.sku}.`;
    case 'quantity':
      return 'The quantity is missing.';
    case 'together':
      return `Together with line ${sameAs} this is more than the ${formatCount(partOn(part!, line.receiptDate).available)} there are.`;
    case 'problem':
      return problemWords(line, part!);
    default:
      return undefined;
  }
}

/** Of the quantity that the line has now, which the shop may not have answered yet. */
function problemWords(line: ListLine, part: LinePart): string | undefined {
  const { quantity, receiptDate } = line;
  const { problem } = judgeLine(
    part,
    { quantity: quantity ?? undefined, receiptDate: receiptDate ?? undefined },
    () => [],
  );
  return problem && wordsOfProblem(problem, line, part);
}
