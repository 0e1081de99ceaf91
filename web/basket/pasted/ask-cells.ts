/** Asks the catalogue which cells of a table name parts. */
import { LONGEST_CELL } from '#contract/matching/limits.ts';
import { callApi } from '../../api.ts';
import { getToken } from '../../identity.ts';
import type { LookUp } from './paste.ts';

/** Milliseconds after which a table is read by its headers alone: what was pasted is not kept waiting. */
const WITHIN = 10_000;

/** Returns what is found for cells, also by the buyer's own part numbers; undefined where the shop does not answer. */
export const askCells: LookUp = async (cells) => {
  // What no call takes is left out: no cell may be why the others are refused.
  const texts = cells.map((cell) => cell.replaceAll('\0', '').slice(0, LONGEST_CELL).toWellFormed());
  try {
    const options = { token: getToken(), signal: AbortSignal.timeout(WITHIN) };
    return await callApi('findCells', { body: { cells: texts } }, options);
  } catch {
    return undefined;
  }
};
