import { TableFault } from '#contract/tables/fault.ts';
import { PASTED_MAX_BYTES } from './limits.ts';
import type { LookUp, Pasted, PastedOptions } from './paste.ts';
import type { Report, Told } from './worker.ts';

/** Milliseconds in which a file is read, besides those in which the catalogue is asked; one that takes longer is refused. */
const READ_WITHIN = 20_000;

interface Options extends PastedOptions {
  within?: number;
  /** Ends it: it then throws the reason of the signal. */
  signal?: AbortSignal;
  /** Asks the catalogue; without it headers alone say what columns hold. */
  lookUp?: LookUp;
}

/** Returns the bytes of a file. Throws a TableFault for one that is too large. */
export async function bytesOf(file: File): Promise<Uint8Array> {
  if (file.size > PASTED_MAX_BYTES) throw new TableFault('too_large');
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Returns the lines of a pasted text or of a file, read in a thread of its own, so that the page stays quick and a hostile file
 * costs no more than that thread. Throws a TableFault for what cannot be read.
 */
export async function readInWorker(
  pasted: string | Uint8Array,
  { within = READ_WITHIN, signal, lookUp = async () => undefined, ...options }: Options = {},
): Promise<Pasted> {
  signal?.throwIfAborted();
  const thread = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const tell = (message: Told) => thread.postMessage(message);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const report = await new Promise<Exclude<Report, { cells: string[] }>>((resolve, reject) => {
      const start = () => {
        timer = setTimeout(() => reject(new TableFault('too_much')), within);
      };
      thread.onmessage = async ({ data }: MessageEvent<Report>) => {
        if (!('cells' in data)) return resolve(data);
        clearTimeout(timer);
        const found = await lookUp(data.cells).catch(() => undefined);
        if (signal?.aborted) return;
        start();
        tell({ found });
      };
      // Its memory is full, or its script cannot be loaded.
      thread.onerror = () => reject(new TableFault('too_much'));
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      start();
      tell({ pasted, options });
    });
    if ('pasted' in report) return report.pasted;
    throw new TableFault(report.fault.why, report.fault.row);
  } finally {
    clearTimeout(timer);
    thread.terminate();
  }
}
