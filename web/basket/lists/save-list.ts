/** Saves a list of any length: in one call, and the rest of a very large one by changes of a hundred kilobytes. */
import {
  LIST_CHANGE_MAX_BYTES,
  MOST_LIST_LINES,
  MOST_LIST_OPS,
  NEW_LIST_MAX_BYTES,
} from '#contract/lists/limits.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { callAsUser } from '../../user-calls.ts';

const NEW_LIST = { lines: MOST_LIST_LINES, bytes: NEW_LIST_MAX_BYTES - 20_000 };
const CHANGE = { lines: MOST_LIST_OPS, bytes: LIST_CHANGE_MAX_BYTES - 4 * 1024 };

export interface Saving {
  name: string;
  boards?: number | null;
  lines: readonly ListLine[];
}

/**
 * Saves a list and returns its id. Called again with the same key, it goes on with the same list: nothing is saved twice.
 * @param key an Idempotency-Key
 */
export async function saveList({ name, boards, lines }: Saving, key: string): Promise<string> {
  const [first = [], ...rest] = batchesOf(lines);
  const body = { name, ...(boards && { boards }), lines: first };
  const { insertedId } = await callAsUser('addList', { body }, { idempotencyKey: key });
  for (const batch of rest) {
    const ops: ListOp[] = batch.map((line) => ({ op: 'put', line }));
    await callAsUser('changeList', { params: { id: insertedId }, body: { version: 0, ops } });
  }
  return insertedId;
}

/** Returns lines in batches, each of which fits into one call. */
export function batchesOf(lines: readonly ListLine[]): ListLine[][] {
  const batches: ListLine[][] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = new TextEncoder().encode(JSON.stringify(line)).length + 30;
    const last = batches.at(-1);
    const most = batches.length === 1 ? NEW_LIST : CHANGE;
    if (last && last.length < most.lines && bytes + size <= most.bytes) {
      last.push(line);
      bytes += size;
    } else {
      batches.push([line]);
      bytes = size;
    }
  }
  return batches;
}
