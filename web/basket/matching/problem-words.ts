/** Words for what is wrong with a line of a known part. Pure. */
import { formatDay } from '#contract/kernel/days.ts';
import { wordsOfField } from '#contract/kernel/field-words.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { piecesFor } from '#contract/matching/judge.ts';
import type { LinePart } from '#contract/matching/schema.ts';

/** Why a line cannot be ordered: a problem of its match, or what the shop has refused. */
export interface Fault {
  code?: string | undefined;
  params?: Record<string, unknown> | undefined;
  message: string;
}

/** Returns a sentence. Wherever lines are shown, the same fault has the same words. */
export function wordsOfProblem(
  { code, params, message }: Fault,
  { receiptDate }: Pick<ListLine, 'receiptDate'> = {},
  product?: LinePart,
): string {
  const { least = 0, multiple = 0, available = 0 } = (params ?? {}) as Record<string, number>;
  switch (code) {
    case 'gone':
      return 'This part is not sold any more.';
    case 'too_few':
      return `The minimum is ${formatCount(least)} pcs.`;
    case 'not_multiple':
      return `Sold in multiples of ${formatCount(multiple)}.`;
    case 'too_many':
      return receiptDate ? onDay(available, receiptDate) : inStock(available, product);
    default:
      return wordsOfField(code, params) ?? message;
  }
}

function inStock(available: number, product: LinePart | undefined): string {
  const stock = available > 0 ? `Only ${formatCount(available)} in stock` : 'Out of stock';
  const [next] = product?.expected ?? [];
  return next ? `${stock}, ${formatCount(next.available)} more on ${formatDay(next.dueOn)}.` : `${stock}.`;
}

const onDay = (available: number, day: string) =>
  available > 0
    ? `Only ${formatCount(available)} are expected on ${formatDay(day)}.`
    : `Nothing is expected on ${formatDay(day)} any more.`;

/** Says that there are fewer pieces than a line is for: in stock, or on the day that it waits for. Undefined where there are enough. */
export function shortWords(line: ListLine, part: LinePart): string | undefined {
  const available = piecesFor(part, line.receiptDate);
  if (available === undefined || available >= (line.quantity ?? 1)) return undefined;
  return wordsOfProblem({ code: 'too_many', params: { available }, message: '' }, line, part);
}
