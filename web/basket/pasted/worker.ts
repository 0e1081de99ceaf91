// The browser's thread that reads what was pasted (see read-in-worker.ts): it gets a text or bytes, asks for what the catalogue finds
// of some cells, and returns lines or a fault.
import type { FoundCell } from '#contract/matching/schema.ts';
import { TableFault } from '#contract/tables/fault.ts';
import type { LookUp, Pasted, PastedOptions } from './paste.ts';
import { readPasted } from './pasted.ts';

/** What it is told: first what to read, then what was found for the cells that it has asked for. */
export type Told =
  | { pasted: string | Uint8Array; options: PastedOptions }
  | { found: readonly FoundCell[] | undefined };

/** What it tells: cells that are to be looked up, and at last its answer. */
export type Report =
  | { cells: string[] }
  | { pasted: Pasted }
  | { fault: { why: TableFault['why']; row?: number | undefined } };

const report = (message: Report) => self.postMessage(message);

let answer: ((found: readonly FoundCell[] | undefined) => void) | undefined;

const lookUp: LookUp = (cells) =>
  new Promise((resolve) => {
    answer = resolve;
    report({ cells });
  });

self.onmessage = async ({ data }: MessageEvent<Told>) => {
  if ('found' in data) {
    answer?.(data.found);
    return;
  }
  try {
    report({ pasted: await readPasted(data.pasted, lookUp, data.options) });
  } catch (error) {
    const { why, row } = error instanceof TableFault ? error : new TableFault('not_a_table');
    report({ fault: { why, row } });
  }
};
