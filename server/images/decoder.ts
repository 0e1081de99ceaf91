import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { overloaded } from '../ground/handling/gate.ts';
import { Problem } from '../ground/handling/problem.ts';
import { brokenPicture } from './format.ts';
// Types only: the library that decodes is 12 MB, and is loaded by the worker alone.
import type { ProcessedImage } from './process.ts';
import type { Job, Report } from './worker.ts';

/** Limits of the process that decodes pictures. */
export interface DecoderLimits {
  /** Concurrent pictures; more are refused with 503. */
  pictures: number;
  /** Milliseconds to decode a picture, the start of the process included, and to encode it again: many, for machines that are busy. */
  decodeWithin: number;
  encodeWithin: number;
  /** Bytes of memory. */
  memory: number;
  /** Milliseconds of idleness until the process ends. */
  idleFor: number;
}

export const DECODER_LIMITS: DecoderLimits = {
  pictures: 4,
  decodeWithin: 30_000,
  encodeWithin: 60_000,
  memory: 1024 * 1024 * 1024,
  idleFor: 60_000,
};

/** Decodes and re-encodes uploaded pictures. */
export interface Decoder {
  /**
   * Throws 400, 413 or 415 for anything but an accepted picture, 503 when too many are in work.
   * @param isWide it is kept in the width of large windows, too
   */
  process(upload: Buffer, isWide?: boolean): Promise<ProcessedImage>;
  /** The same for one WebP of `most` bytes, in the largest width in which it has no more. */
  shrink(upload: Buffer, most: number): Promise<Uint8Array>;
  close(): void;
}

interface Pending {
  resolve(made: ProcessedImage | Uint8Array): void;
  reject(problem: Problem): void;
  timer: NodeJS.Timeout;
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
const READS = ['server', 'contract', 'node_modules', 'package.json']
  .map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)))
  // A folder may be a symbolic link: both its paths are needed.
  .flatMap((path) => [...new Set([path, realpathSync(path)])])
  .map((path) => `--allow-fs-read=${path}`);

/**
 * Decodes pictures in a separate process, started on demand, because decoders are native code that reads untrusted input. A
 * picture that crashes it, or takes too much time or memory, costs that process and no other request. It gets no environment
 * variables, and may not write files, open connections or start programs.
 */
export function createDecoder(limits: DecoderLimits = DECODER_LIMITS): Decoder {
  const pending = new Map<number, Pending>();
  let worker: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): ChildProcess {
    const child = fork(WORKER, [String(limits.memory)], {
      env: {},
      execArgv: ['--permission', '--allow-addons', '--disable-warning=SecurityWarning', ...READS],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The shop's own process has priority.
    if (child.pid) setPriorityIfAllowed(child.pid);
    child.on('message', (report: Report) => take(report));
    child.on('error', () => lose(child));
    child.on('exit', () => lose(child));
    return child;
  }

  function take(report: Report): void {
    const job = pending.get(report.id);
    if (!job) return;
    if ('step' in report) {
      clearTimeout(job.timer);
      // In between it waits for those before it, whose own time is bounded.
      if (report.step === 'encoding') job.timer = setTimeout(() => giveUp(report.id), limits.encodeWithin);
      return;
    }
    forget(report.id);
    if ('made' in report) job.resolve(report.made);
    else job.reject(new Problem(...report.problem));
    if (pending.size === 0) rest();
  }

  function forget(id: number): void {
    clearTimeout(pending.get(id)?.timer);
    pending.delete(id);
  }

  /** Lets the idle process end soon; it does not keep this process alive. */
  function rest(): void {
    worker?.unref();
    worker?.channel?.unref();
    idle = setTimeout(stop, limits.idleFor);
    idle.unref();
  }

  /** Ends the process. The next picture starts a new one, even before this one's exit is reported. */
  function stop(): void {
    const child = worker;
    worker = undefined;
    child?.kill('SIGKILL');
  }

  /** Native code cannot be interrupted: ending a picture that takes too long ends the process and the uploads in it. */
  function giveUp(id: number): void {
    pending.get(id)?.reject(brokenPicture());
    forget(id);
    rejectAll(overloaded(5));
    stop();
  }

  /** The process has ended. A single picture in it is to blame; of several it is unknown which. */
  function lose(child: ChildProcess): void {
    if (worker !== child) return;
    worker = undefined;
    rejectAll(pending.size === 1 ? brokenPicture() : overloaded(5));
  }

  function rejectAll(problem: Problem): void {
    for (const [id, { reject }] of pending) {
      forget(id);
      reject(problem);
    }
  }

  async function ask(what: Omit<Job, 'id'>): Promise<ProcessedImage | Uint8Array> {
    if (pending.size >= limits.pictures) throw overloaded(5);
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    worker.channel?.ref();
    lastId += 1;
    const job: Job = { id: lastId, ...what };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => giveUp(job.id), limits.decodeWithin);
      pending.set(job.id, { resolve, reject, timer });
      // An error here is followed by 'exit' or 'error'.
      worker!.send(job, () => {});
    });
  }

  return {
    process: async (upload, isWide = false) => (await ask({ upload, isWide })) as ProcessedImage,
    shrink: async (upload, most) => (await ask({ upload, most })) as Uint8Array,
    close() {
      worker?.kill('SIGKILL');
    },
  };
}

function setPriorityIfAllowed(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has just ended, or the system does not allow it.
  }
}
