// The process that decodes uploads (see decoder.ts). It gets bytes and returns bytes or a problem.
import { Problem, type ProblemParts } from '../handling/problem.ts';
import { brokenPicture } from './format.ts';
import { allowFormats, decode, encode, type ProcessedImage } from './process.ts';

/** A request to the worker. */
export interface Job {
  id: number;
  upload: Uint8Array;
}

/** Its answers: a problem, or first 'decoded' and then the image. */
export type Report =
  | { id: number; decoded: true }
  | { id: number; image: ProcessedImage }
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

async function work({ id, upload }: Job): Promise<void> {
  try {
    const pixels = await decode(upload);
    report({ id, decoded: true });
    const turn = encoding.then(() => encode(pixels));
    encoding = turn.catch(() => {});
    report({ id, image: await turn });
  } catch (error) {
    const { code, params } = error instanceof Problem ? error : brokenPicture();
    report({ id, problem: [code, params] as ProblemParts });
  }
}

function report(message: Report): void {
  process.send?.(message);
}
