import { TableFault } from '#contract/tables/fault.ts';
import type { Pasted } from './pasted.ts';
import type { Report } from './worker.ts';

/** Milliseconds in which a file is read; one that takes longer is refused. */
const READ_WITHIN = 20_000;

interface Options {
  within?: number;
  /** Ends it: it then throws the reason of the signal. */
  signal?: AbortSignal;
}

/**
 * Returns the lines of a pasted text or of a file, read in a thread of its own, so that the page stays quick and a hostile file
 * costs no more than that thread. Throws a TableFault for what cannot be read.
 */
export async function readInWorker(
  pasted: string | Uint8Array,
  { within = READ_WITHIN, signal }: Options = {},
): Promise<Pasted> {
  signal?.throwIfAborted();
  const thread = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const report = await new Promise<Report>((resolve, reject) => {
      timer = setTimeout(() => reject(new TableFault('too_much')), within);
      thread.onmessage = ({ data }: MessageEvent<Report>) => resolve(data);
      // Its memory is full, or its script cannot be loaded.
      thread.onerror = () => reject(new TableFault('too_much'));
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.postMessage(pasted);
    });
    if ('pasted' in report) return report.pasted;
    throw new TableFault(report.fault.why, report.fault.row);
  } finally {
    clearTimeout(timer);
    thread.terminate();
  }
}
