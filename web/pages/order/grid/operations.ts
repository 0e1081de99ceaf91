/** What the grid's commands change in the list. Pure. */
import { isBlank } from '#contract/kernel/blank.ts';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { isPieces } from '#contract/kernel/pieces.ts';
import { put } from '#contract/lists/ops.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { LONGEST_OF_LINE } from '#contract/matching/limits.ts';
import { withPart } from '../../../basket/matching/ops.ts';
import type { PricedLine } from '../../../basket/matching/priced.ts';
import { type ColumnKey, isTyped, readTyped } from './columns.ts';

/** A change, and what was done in a few words: the step of undo is called so. */
export interface Change {
  words: string;
  ops: ListOp[];
}

const isText = (text: string) => !isBlank(text);

/** Empties cells. */
export function clearCells(
  lines: readonly PricedLine[],
  columns: readonly ColumnKey[],
  boards: number | null,
): Change {
  return {
    words: lines.length * columns.length === 1 ? 'Cleared the cell' : 'Cleared the cells',
    ops: lines.flatMap(({ line }) =>
      fill(
        line,
        columns.map((column) => [column, '']),
        boards,
      ),
    ),
  };
}

/** Writes texts into the cells of a line; those that the cell does not take are left out. */
function fill(
  line: ListLine,
  cells: readonly (readonly [ColumnKey, string])[],
  boards: number | null,
): ListOp[] {
  let fields: Partial<ListLine> = {};
  for (const [column, text] of cells) {
    if (!isTyped(column)) continue;
    const typed = readTyped(column, text, { ...line, ...fields }, boards);
    if ('fields' in typed) fields = { ...fields, ...typed.fields };
  }
  return Object.keys(fields).length > 0 ? [put(line, fields)] : [];
}

/**
 * Writes a block of cells over those at and below a cell, as a spreadsheet does; what goes over its last line begins new ones.
 * @param make returns a new line with these fields, after the last one
 */
export function fillCells(
  block: readonly (readonly string[])[],
  lines: readonly ListLine[],
  columns: readonly ColumnKey[],
  boards: number | null,
  make: (fields: Partial<ListLine>) => ListLine,
): Change {
  const ops = block.flatMap((cells, n) => {
    const pairs = columns.slice(0, cells.length).map((column, at) => [column, cells[at]!] as const);
    const line = lines[n];
    if (line) return fill(line, pairs, boards);
    if (!cells.some(isText)) return [];
    const [op] = fill(make({}), pairs, boards);
    return op?.op === 'put' ? [{ op: 'put' as const, line: op.line }] : [];
  });
  return { words: `Pasted ${countOf(block.length, 'line')}`, ops };
}

/** Removes lines. */
export function removeLines(lines: readonly PricedLine[]): Change {
  const words =
    lines.length === 1 ? `Removed line ${lines[0]!.n}` : `Removed ${countOf(lines.length, 'line')}`;
  return { words, ops: lines.map(({ line }) => ({ op: 'remove', _id: line._id })) };
}

/** Moves a line past its neighbour; no change at the ends. */
export function moveLine(lines: readonly PricedLine[], at: number, direction: 1 | -1): Change | undefined {
  const line = lines[at]?.line;
  const near = lines[at + direction]?.line;
  if (!line || !near) return undefined;
  const far = lines[at + 2 * direction]?.line.position ?? near.position + direction;
  return {
    words: `Moved line ${at + 1} ${direction === 1 ? 'down' : 'up'}`,
    ops: [put(line, { position: (near.position + far) / 2 })],
  };
}

/** Sets the quantity of a line. */
export function setQuantity({ line, n }: PricedLine, quantity: number): Change {
  return { words: `Changed line ${n} to ${formatCount(quantity)}`, ops: [put(line, { quantity })] };
}

/** Takes the advice of lines. */
export function takeAdvice(lines: readonly PricedLine[]): Change {
  const advised = lines.filter(({ advice }) => advice);
  const [only] = advised;
  return {
    words:
      advised.length === 1
        ? `Changed line ${only!.n} to ${formatCount(only!.advice!.quantity)}`
        : `Changed the quantities of ${countOf(advised.length, 'line')}`,
    ops: advised.map(({ line, advice }) => put(line, { quantity: advice!.quantity })),
  };
}

/** Returns the lines that are probably of a part, and of so many pieces without doubt: one key confirms them all. */
export const probableOf = (lines: readonly PricedLine[]): readonly PricedLine[] =>
  lines.filter(
    ({ line, need, state }) =>
      need === 'confirm' &&
      state?.state === 'matched' &&
      isPieces(line.quantity ?? state.match?.quantity) &&
      state.match?.product !== undefined,
  );

/** Confirms the parts that lines are probably of. */
export function confirmProbable(lines: readonly PricedLine[]): Change | undefined {
  const probable = probableOf(lines);
  if (probable.length === 0) return undefined;
  return {
    words: `Confirmed ${countOf(probable.length, 'probable line')}`,
    ops: probable.flatMap(({ line, state }) => {
      const { product, quantity } = state!.match!;
      return withPart(line, product!, quantity);
    }),
  };
}

/**
 * Joins a line with the first one of the same part: quantities add up, and what both say is kept. Lines whose texts are too long
 * together stay two; `refusal` says so.
 */
export function joinLines(
  lines: readonly PricedLine[],
  second: PricedLine,
): Change | { refusal: string } | undefined {
  const first = lines.find(({ n }) => n === second.sameAs);
  if (!first) return undefined;
  const [one, other] = [first.line, second.line];
  const both = (field: JoinedText) =>
    [...new Set([one[field], other[field]].filter((text) => text && isText(text)))].join(', ') || null;
  const texts = { customerRef: both('customerRef'), designators: both('designators') };
  for (const [field, name] of Object.entries(JOINED_TEXTS) as [JoinedText, string][])
    if ((texts[field]?.length ?? 0) > LONGEST_OF_LINE[field])
      return {
        refusal: `Line ${second.n} stays: joined, ${name} would be longer than ${formatCount(LONGEST_OF_LINE[field])} characters.`,
      };
  const sum = (field: 'quantity' | 'perBoard' | 'leader') => (one[field] ?? 0) + (other[field] ?? 0) || null;
  return {
    words: `Joined line ${second.n} with line ${first.n}`,
    ops: [
      put(one, {
        quantity: sum('quantity'),
        perBoard: sum('perBoard'),
        leader: sum('leader'),
        ...texts,
      }),
      { op: 'remove', _id: other._id },
    ],
  };
}

const JOINED_TEXTS = { customerRef: 'your part numbers', designators: 'the designators' };
type JoinedText = keyof typeof JOINED_TEXTS;
