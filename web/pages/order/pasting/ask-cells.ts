/** Asks the shop which cells of a pasted table name parts. */
import { LONGEST_CELL } from '#contract/line-limits.ts';
import { callApi } from '../../../api.ts';
import type { LookUp } from '../../../pasted/paste.ts';

/** Milliseconds after which a table is read by its headers alone: what was pasted is not kept waiting. */
const WITHIN = 10_000;

/** Returns what is found for cells; undefined where the shop does not answer. */
export const askCells: LookUp = async (cells) => {
  // What no call takes is left out: no cell may be why the others are refused.
  const texts = cells.map((cell) => cell.replaceAll('\0', '').slice(0, LONGEST_CELL).toWellFormed());
  try {
    return await callApi('findCells', { body: { cells: texts } }, { signal: AbortSignal.timeout(WITHIN) });
  } catch {
    return undefined;
  }
};
