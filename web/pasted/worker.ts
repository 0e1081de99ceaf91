// The browser's thread that reads what was pasted (see read-in-worker.ts): it gets a text or bytes, and returns lines or a fault.
import { TableFault } from '#contract/tables/fault.ts';
import { type Pasted, readPasted } from './pasted.ts';

/** Its answer. */
export type Report = { pasted: Pasted } | { fault: { why: TableFault['why']; row?: number | undefined } };

const report = (message: Report) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<string | Uint8Array>) => {
  try {
    report({ pasted: await readPasted(data) });
  } catch (error) {
    const { why, row } = error instanceof TableFault ? error : new TableFault('not_a_table');
    report({ fault: { why, row } });
  }
};
