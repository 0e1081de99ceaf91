/** What a line may mean, each settled by one key. Pure. */

import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { isPieces } from '#contract/kernel/pieces.ts';
import { unitPrice } from '#contract/kernel/price.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import type { LinePart, Match } from '#contract/matching/schema.ts';
import { attributeText } from '#contract/products/facts-words.ts';
import { possibleOf } from '#contract/products/minimum.ts';
import type { Columns } from './asked.ts';
import { withPart, withQuantity } from './ops.ts';

/** A key's choice: the n-th of a line is that of the key n. */
export interface Choice {
  id: string;
  label: string;
  /** What tells it from the others. */
  detail?: string;
  /** How the line was read so. */
  title?: string;
  ops: () => ListOp[];
}

/** What is asked about a line: which part it means, or how many pieces of it. */
export interface Question {
  what: 'several' | 'likely' | 'none' | 'quantity';
  choices: Choice[];
}

/**
 * Returns what is to be settled about a line; nothing where its part and its quantity are known.
 * @param offered what columns of a file may say of its quantity, where none is known to have it
 */
export function questionOf(
  line: ListLine,
  match: Match | undefined,
  { offered = [] }: Pick<Columns, 'offered'> = {},
): Question | undefined {
  if (!match) return undefined;
  if (!line.productId && match.match !== 'exact') {
    const parts = match.match === 'likely' ? [match.product!, ...match.candidates] : match.candidates;
    return { what: match.match, choices: answersOf(line, match, parts) };
  }
  const { product, readings = [] } = match;
  if (line.quantity || !product) return undefined;
  const said = (readings.length > 0 ? readings : offered).filter(isPieces);
  // Where none can be ordered, what was said is still seen, and taking it says what can be.
  const choices = possibleOf(said, product).map((pieces) => ({
    id: String(pieces),
    label: `${formatCount(pieces)} pcs`,
    ops: () => withQuantity(line, pieces),
  }));
  return choices.length > 0 ? { what: 'quantity', choices } : undefined;
}

/** Returns what a line may mean, each part with its quantity, which is said before it is taken. */
function answersOf(line: ListLine, match: Match, parts: readonly LinePart[]): Choice[] {
  if (line.quantity || !match.answers)
    return parts.map((part) => ({
      id: part._id,
      label: part.sku,
      detail: detailOf(part, parts, line.quantity ?? match.quantity),
      ops: () => withPart(line, part, match.quantity),
    }));
  return match.answers.flatMap(({ productId, quantity, how }): Choice[] => {
    const part = parts.find(({ _id }) => _id === productId);
    if (!part) return [];
    const read = [how?.part, how?.quantity].filter((text) => text !== undefined);
    return [
      {
        id: `${part._id} ${quantity ?? ''}`,
        label: quantity === undefined ? part.sku : `${part.sku} × ${formatCount(quantity)}`,
        detail: detailOf(part, parts, quantity),
        ...(read.length > 0 && { title: `Read as ${read.join(' and ')}` }),
        ops: () => withPart(line, part, quantity),
      },
    ];
  });
}

/** Returns in what a part differs from the others: its attributes with their units, otherwise its name; its maker, price and stock. */
function detailOf(part: LinePart, parts: readonly LinePart[], quantity = part.minOrder): string {
  const others = parts.filter((other) => other !== part);
  const facts = [
    differingText(part),
    others.some(({ maker }) => maker !== part.maker) ? (part.maker ?? '') : '',
    `${formatPrice(unitPrice(part, quantity))} each`,
    part.available > 0 ? `${formatCount(part.available)} in stock` : 'out of stock',
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

/** Returns what a part is beside those that it is chosen from: "1,900 rpm, industrial"; its name where no attribute tells them apart. */
export function differingText({ differs, name }: LinePart): string {
  if (!differs?.length) return name;
  return differs
    .map(({ name: attribute, value, unit }) =>
      // A yes and a bare number say nothing by themselves.
      typeof value === 'boolean' || (typeof value === 'number' && !unit)
        ? `${attribute}: ${attributeText({ value })}`
        : attributeText({ value, unit }),
    )
    .join(', ');
}
