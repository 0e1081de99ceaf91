import { pick } from '#contract/lists/ops.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { type FieldOfLine, LINE_FIELDS } from '#contract/matching/fields.ts';

/** A line to write, and which fields of it where it is there already. */
export interface WrittenLine {
  line: ListLine;
  changed: readonly FieldOfLine[];
}

/** What changes come to, one after the other. */
export interface Changes {
  lines: WrittenLine[];
  removed: string[];
  name?: string;
  boards?: number | null;
  shared?: boolean;
}

/** Joins changes: the last one of each field, and of each line whether it is there. */
export function joinOps(ops: readonly ListOp[]): Changes {
  const lines = new Map<string, WrittenLine>();
  const removed = new Set<string>();
  const changes: Omit<Changes, 'lines' | 'removed'> = {};
  for (const op of ops) {
    switch (op.op) {
      case 'put': {
        const { line, changed = LINE_FIELDS } = op;
        const key = line._id.toLowerCase();
        const before = lines.get(key);
        const isNew = removed.delete(key);
        lines.set(key, {
          line: before ? { ...before.line, ...pick(line, changed) } : line,
          // What was removed just now is written whole.
          changed: isNew ? LINE_FIELDS : [...new Set([...(before?.changed ?? []), ...changed])],
        });
        break;
      }
      case 'remove': {
        const key = op._id.toLowerCase();
        lines.delete(key);
        removed.add(key);
        break;
      }
      case 'rename':
        changes.name = op.name;
        break;
      case 'boards':
        changes.boards = op.boards;
        break;
      case 'share':
        changes.shared = op.shared;
    }
  }
  return { ...changes, lines: [...lines.values()], removed: [...removed] };
}
