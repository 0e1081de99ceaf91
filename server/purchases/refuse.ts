import { CARD_LIMIT_CENTS } from '#contract/kernel/money.ts';
import type { LineRefusal } from './request.ts';

/** A line of a purchase with what is wrong with it, whatever else is ordered, and its product's locked row. */
export interface JudgedLine {
  /** Counted from 1. */
  line: number;
  productId: string;
  /** What it takes its pieces from: its product's stock, or what is expected on a day. */
  source: string;
  receiptDate: string | null;
  quantity: number;
  cents: number;
  refusal: 'gone' | 'not_expected' | 'price_changed' | 'too_few' | 'not_multiple' | null;
  unitPriceMicros: number;
  least: number;
  multiple: number;
  /** Pieces that are left of the source. */
  stock: number;
}

/**
 * Says which lines of a purchase are to blame, and the numbers that say so. One after the other gets what the lines before it
 * have left of its source and of the card's limit; a line that is refused takes nothing, so no other is refused for it.
 */
export function refuseLines(lines: JudgedLine[]): LineRefusal[] {
  const taken = new Map<string, number>();
  let cents = 0;
  return lines.flatMap((judged) => {
    const ofSource = taken.get(judged.source) ?? 0;
    const left = { available: judged.stock - ofSource, leftCents: CARD_LIMIT_CENTS - cents };
    const together = refuseTogether(judged, left);
    // The specification's words for more than there is come before those for a wrong multiple.
    const isMore = judged.refusal === 'not_multiple' && together === 'too_many';
    const verdict = isMore ? together : (judged.refusal ?? together);
    if (verdict) return [toRefusal(verdict, judged, left)];
    taken.set(judged.source, ofSource + judged.quantity);
    cents += judged.cents;
    return [];
  });
}

/** What is left for a line. */
interface Left {
  available: number;
  leftCents: number;
}

function refuseTogether({ quantity, cents }: JudgedLine, left: Left): LineRefusal['verdict'] | undefined {
  if (quantity > left.available) return 'too_many';
  return cents > left.leftCents ? 'over_card_limit' : undefined;
}

function toRefusal(
  verdict: LineRefusal['verdict'],
  { line, unitPriceMicros, least, multiple, receiptDate }: JudgedLine,
  { available, leftCents }: Left,
): LineRefusal {
  switch (verdict) {
    case 'price_changed':
      return { line, verdict, unitPriceMicros };
    case 'not_expected':
      return { line, verdict, dueOn: receiptDate! };
    case 'too_few':
      return { line, verdict, least };
    case 'not_multiple':
      return { line, verdict, least, multiple, available };
    case 'too_many':
      return { line, verdict, available };
    case 'over_card_limit':
      return { line, verdict, leftCents };
    default:
      return { line, verdict };
  }
}
