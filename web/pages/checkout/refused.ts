/** What the server has said of a line, in words, and what mends it. Pure. */

import { formatCount } from '#contract/kernel/money.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { partOn } from '#contract/matching/judge.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { rightQuantities } from '#contract/products/quantity.ts';
import type { Choice } from '../../basket/matching/finding-choices.ts';
import { quantityChoice } from '../../basket/matching/problem-choices.ts';
import { wordsOfProblem } from '../../basket/matching/problem-words.ts';

/** Returns why a line was refused. That too few are left may be because of other lines of the same part. */
export function refusedWords(line: ListLine, part: LinePart | undefined, error: FieldError): string {
  if (error.code !== 'too_many') return wordsOfProblem(error, line, part);
  const left = Number(error.params?.available);
  return left > 0 ? `Only ${formatCount(left)} are left for this line.` : 'None are left for this line.';
}

/** Returns the quantities nearby that can be ordered, of what is there for the line. */
export function remediesOf(line: ListLine, part: LinePart | undefined, error: FieldError): Choice[] {
  const { code, params } = error;
  if (!part || !line.quantity) return [];
  if (code !== 'too_many' && code !== 'too_few' && code !== 'not_multiple') return [];
  const source = partOn(part, line.receiptDate);
  const available = code === 'too_many' ? Number(params?.available) : source.available;
  return rightQuantities(line.quantity, { ...source, available }).map((pieces) =>
    quantityChoice(line, part, pieces),
  );
}
