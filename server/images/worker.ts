// The process that decodes uploads (see decoder.ts). It gets bytes and returns bytes or a problem.
import { Problem, type ProblemParts } from '../ground/handling/problem.ts';
import { brokenPicture } from './format.ts';
import { allowFormats, decode, encode, encodeWithin, type ProcessedImage } from './process.ts';

/** A request to the worker: for all that is kept of a picture or, with `most`, for one WebP of so many bytes. */
export interface Job {
  id: number;
  upload: Uint8Array;
  /** The picture fills a window. */
  isWide?: boolean;
  most?: number;
}

/** Its answers: a problem, or first the steps and then what was asked for. */
export type Report =
  | { id: number; step: 'decoded' | 'encoding' }
  | { id: number; made: ProcessedImage | Uint8Array }
  | { id: number; problem: ProblemParts };

const memoryLimit = Number(process.argv[2]);
const LOOK_EVERY_MS = 20;

allowFormats();
process.on('message', (job: Job) => void work(job));
process.on('disconnect', () => process.exit());
// The decoder runs in other threads, so this timer runs meanwhile.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);

/** Encoding takes longest and runs for one picture at a time; broken pictures are found before it. */
let encoding: Promise<unknown> = Promise.resolve();

async function work({ id, upload, isWide, most }: Job): Promise<void> {
  try {
    const pixels = await decode(upload, isWide);
    report({ id, step: 'decoded' });
    const turn = encoding.then(async () => {
      report({ id, step: 'encoding' });
      return most === undefined ? encode(pixels, isWide) : encodeWithin(pixels, most);
    });
    encoding = turn.catch(() => {});
    report({ id, made: await turn });
  } catch (error) {
    const { code, params } = error instanceof Problem ? error : brokenPicture();
    report({ id, problem: [code, params] as ProblemParts });
  }
}

function report(message: Report): void {
  process.send?.(message);
}
