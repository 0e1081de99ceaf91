/** What a cart holds, and what changes make of it. Knows no browser. */
import { pick } from '#contract/lists/ops.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';

export interface Content {
  /** In the order of their positions, and of their ids where these are the same. */
  readonly lines: readonly ListLine[];
  readonly boards: number | null;
}

export const EMPTY: Content = { lines: [], boards: null };

/** Returns what changes make of a cart, as the server does. Lines that they do not touch stay the same objects. */
export function applyOps(content: Content, ops: readonly ListOp[]): Content {
  if (ops.length === 0) return content;
  const lines = new Map(content.lines.map((line) => [line._id, line]));
  let { boards } = content;
  for (const op of ops) {
    if (op.op === 'boards') boards = op.boards;
    else if (op.op === 'remove') lines.delete(op._id);
    else if (op.op === 'put') {
      const before = op.changed && lines.get(op.line._id);
      lines.set(op.line._id, before ? { ...before, ...pick(op.line, op.changed!) } : op.line);
    }
  }
  return { lines: [...lines.values()].sort(byPosition), boards };
}

/** Returns what a change is about: the id of a line, or the kind of the change. */
export function targetOf(op: ListOp): string {
  if (op.op === 'put') return op.line._id;
  return op.op === 'remove' ? op._id : op.op;
}

/** Returns lines with the objects of those before where they say the same, so that only what has changed is rendered. */
export function reuse(before: readonly ListLine[], lines: readonly ListLine[]): readonly ListLine[] {
  const known = new Map(before.map((line) => [line._id, line]));
  const reused = lines.map((line) => {
    const old = known.get(line._id);
    return old && isSame(old, line) ? old : line;
  });
  return reused.length === before.length && reused.every((line, n) => line === before[n]) ? before : reused;
}

function isSame(a: ListLine, b: ListLine): boolean {
  const fields = Object.keys({ ...a, ...b }) as (keyof ListLine)[];
  return fields.every((field) => (a[field] ?? null) === (b[field] ?? null));
}

function byPosition(a: ListLine, b: ListLine): number {
  return a.position - b.position || (a._id < b._id ? -1 : 1);
}
