/** What a paste adds to the list, and what another mapping of its columns changes. Pure. */
import { trimShown } from '#contract/kernel/blank.ts';
import { withoutTurns } from '#contract/kernel/direction.ts';
import { isPieces } from '#contract/kernel/pieces.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import type { FieldOfLine } from '#contract/matching/fields.ts';
import { LONGEST_LINE, LONGEST_OF_LINE } from '#contract/matching/limits.ts';
import type { NamedPart } from '../../../basket/matching/asked.ts';
import type { LeftRow, PastedLine } from '../../../basket/pasted/paste.ts';

/** Makes a line with an id of its own, after all others. */
export type MakeLine = (fields: Omit<ListLine, '_id' | 'position'>) => ListLine;

/** What a pasted line says of a line of the list. */
type Said = Pick<ListLine, 'raw' | 'quantity' | 'customerRef' | 'designators'>;
const SAID = ['raw', 'quantity', 'customerRef', 'designators'] as const;

/** A line that a paste has added, with what it said. */
export interface Added {
  id: string;
  pasted: PastedLine;
}

/** Returns what adds pasted lines to the list. */
export function additionOf(pasted: readonly PastedLine[], make: MakeLine): { ops: ListOp[]; added: Added[] } {
  const lines = pasted.map((one) => make(saidBy(one)));
  return {
    ops: lines.map((line) => ({ op: 'put', line })),
    added: lines.map(({ _id }, n) => ({ id: _id, pasted: pasted[n]! })),
  };
}

/**
 * Returns what changes when the columns of a paste stand for something else: only fields that are read otherwise, so that
 * what somebody has changed meanwhile stays; lines that they have removed stay removed.
 */
export function remappingOf(
  before: readonly Added[],
  after: readonly PastedLine[],
  lines: readonly ListLine[],
  make: MakeLine,
): { ops: ListOp[]; added: Added[] } {
  const there = new Map(lines.map((line) => [line._id, line]));
  const earlier = new Map(before.map((one) => [one.pasted.row, one]));
  const ops: ListOp[] = [];
  const added: Added[] = [];
  for (const pasted of after) {
    const old = earlier.get(pasted.row);
    earlier.delete(pasted.row);
    if (!old) {
      const addition = additionOf([pasted], make);
      ops.push(...addition.ops);
      added.push(...addition.added);
      continue;
    }
    added.push({ id: old.id, pasted });
    const line = there.get(old.id);
    if (line) ops.push(...changesOf(line, old.pasted, pasted));
  }
  for (const { id } of earlier.values()) if (there.has(id)) ops.push({ op: 'remove', _id: id });
  return { ops, added };
}

function changesOf(line: ListLine, before: PastedLine, after: PastedLine): ListOp[] {
  const [old, said] = [saidBy(before), saidBy(after)];
  const changed: FieldOfLine[] = SAID.filter((field) => old[field] !== said[field]);
  // Its part is looked for anew.
  if (JSON.stringify(partOf(before)) !== JSON.stringify(partOf(after))) changed.push('productId');
  return changed.length > 0 ? [{ op: 'put', line: { ...line, ...said, productId: null }, changed }] : [];
}

/** Returns what takes a row in that was left. */
export function takenIn(rows: readonly LeftRow[], make: MakeLine): ListOp[] {
  return rows.map(({ raw }) => ({ op: 'put', line: make({ raw: keptRaw(raw) }) }));
}

/** Returns what the columns of a row say of its part. */
export function partOf({ sku, mpn, maker, text, besides, quantityText }: PastedLine): NamedPart {
  const part = { ...(sku && { sku }), ...(mpn && { mpn }), ...(maker && { maker }), ...(text && { text }) };
  const isNamed = Object.keys(part).length > 0;
  return {
    ...part,
    ...(isNamed && besides && { besides }),
    ...(isNamed && quantityText && { quantityText }),
  };
}

function saidBy({ raw, quantity, customerRef = '', designators = '' }: PastedLine): Said {
  return {
    raw: keptRaw(raw),
    quantity: isPieces(quantity) ? quantity : null,
    customerRef: trimShown(kept(customerRef, LONGEST_OF_LINE.customerRef)) || null,
    designators: trimShown(kept(designators, LONGEST_OF_LINE.designators)) || null,
  };
}

/** Returns what a line keeps of a row as it stands there. */
export const keptRaw = (raw: string) => kept(raw, LONGEST_LINE);

const kept = (text: string, longest: number) =>
  withoutTurns(text).replaceAll('\0', '').slice(0, longest).toWellFormed();
