/** Changes of a list that can be taken back. Pure. */

import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { LINE_FIELDS } from '#contract/matching/fields.ts';

interface Lines {
  lines: readonly ListLine[];
  boards: number | null;
}

/** One change as the buyer sees it, such as a paste of 500 lines: the lines that it changed, before and after. */
export interface Step {
  /** What was done, as in 'Removed line 3'. */
  words: string;
  changes: { before?: ListLine | undefined; after?: ListLine | undefined }[];
  boards?: { before: number | null; after: number | null };
}

/** Filled in where they are empty, once the part of a line is found: no change by somebody else. */
const FILLED: readonly (keyof ListLine)[] = ['productId', 'quantity'];

/** Returns the step from one state of a list to the next, of the lines that the operations name. */
export function stepOf(words: string, ops: readonly ListOp[], before: Lines, after: Lines): Step {
  const ids = new Set(
    ops.flatMap((op) => (op.op === 'put' ? op.line._id : op.op === 'remove' ? op._id : [])),
  );
  const old = byId(before.lines);
  const now = byId(after.lines);
  const changes = [...ids].map((id) => ({ before: old.get(id), after: now.get(id) }));
  const isOfBoards = before.boards !== after.boards;
  return { words, changes, ...(isOfBoards && { boards: { before: before.boards, after: after.boards } }) };
}

/** Returns what takes a step back. What another device has changed since stays as it is. */
export function takeBack({ changes, boards }: Step, now: Lines): ListOp[] {
  const lines = byId(now.lines);
  const ops = changes.flatMap(({ before, after }): ListOp[] => {
    const line = lines.get((before ?? after)!._id);
    if (!before) {
      const isOurs = line && LINE_FIELDS.every((field) => isSame(field, after![field], line[field]));
      return isOurs ? [{ op: 'remove', _id: line._id }] : [];
    }
    if (!after) return line ? [] : [{ op: 'put', line: before }];
    if (!line) return [];
    const changed = LINE_FIELDS.filter(
      (field) => !isEqual(before[field], after[field]) && isSame(field, after[field], line[field]),
    );
    return changed.length > 0 ? [{ op: 'put', line: { ...before, _id: line._id }, changed }] : [];
  });
  if (boards && now.boards === boards.after) ops.push({ op: 'boards', boards: boards.before });
  return ops;
}

/** Returns the step that does again what `takeBack` took back. */
export function reversed({ words, changes, boards }: Step): Step {
  return {
    words,
    changes: changes.map(({ before, after }) => ({ before: after, after: before })),
    ...(boards && { boards: { before: boards.after, after: boards.before } }),
  };
}

/** Returns the first line that a step changed and that is in the list now. */
export function firstOf({ changes }: Step, now: Pick<Lines, 'lines'>): string | undefined {
  const ids = new Set(changes.map(({ before, after }) => (before ?? after)!._id));
  return now.lines.find(({ _id }) => ids.has(_id))?._id;
}

const byId = (lines: readonly ListLine[]) => new Map(lines.map((line) => [line._id, line]));

/** Whether a field still says what we wrote. */
function isSame(field: keyof ListLine, ours: unknown, now: unknown): boolean {
  return isEqual(ours, now) || ((ours ?? null) === null && FILLED.includes(field));
}

const isEqual = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);
