import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Gate } from '../ground/handling/gate.ts';
import { Problem } from '../ground/handling/problem.ts';
import type { Draft } from './draft.ts';
import { broken } from './table.ts';
import type { FileToRead, Opened, Report } from './worker.ts';

/** Limits of reading files. */
export interface ReaderLimits {
  /** Files at once; more are refused with 503. */
  files: number;
  /** Milliseconds until the rows of a file are known. */
  openWithin: number;
  /** Milliseconds until all rows are read and written down. */
  readWithin: number;
  /**
   * Megabytes of a thread's heap. Measured with files of 20 MB: CSV of 107,000 rows needs less than 256 and takes 250 MB in all,
   * XLSX of 172,500 rows takes 1.1 GB in all, half of it the unpacked sheet; with 256 it takes too long, with 512 a third longer than
   * with 1,024. An export of 133,000 parts with all facts (63 MB) needs less than 512 and takes 700 MB in all.
   */
  memory: number;
}

const READER_LIMITS: ReaderLimits = { files: 2, openWithin: 45_000, readWithin: 900_000, memory: 512 };

/** A file that has been opened. Its thread runs until all rows are read, or it is closed. */
export interface OpenFile extends Opened {
  /** The rows, page by page. */
  pages(): AsyncGenerator<Draft[]>;
  close(): Promise<void>;
}

/** Opens files in threads of their own, so that a large or hostile one costs no other request its time. */
export class Reader {
  readonly #limits: ReaderLimits;
  readonly #gate: Gate;
  readonly #threads = new Set<Worker>();

  constructor(limits: ReaderLimits = READER_LIMITS) {
    this.#limits = limits;
    this.#gate = new Gate(limits.files);
  }

  /** Throws 503 while there are as many files open as may be. */
  admit(): void {
    this.#gate.admit();
  }

  /** Throws 400 or 413 for what cannot be read. */
  async open(file: FileToRead): Promise<OpenFile> {
    // Others may have been opened while this one's bytes were read. There are never more threads than `files`.
    this.#gate.admit();
    const compiled = getCompileCacheDir();
    const thread = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: file,
      // It has none of the shop's secrets, and compiles nothing that has been compiled before.
      env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memory },
      stdout: true,
      stderr: true,
    });
    this.#threads.add(thread);
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    this.#gate.run(() => ended).catch(() => {});
    const close = async () => {
      this.#threads.delete(thread);
      await thread.terminate();
    };
    const timer = setTimeout(close, this.#limits.openWithin);
    const whole = setTimeout(close, this.#limits.readWithin);
    ended.then(() => clearTimeout(whole));
    try {
      const report = await next(thread);
      if (!('opened' in report)) throw new Error('A thread has reported rows of no file');
      return { ...report.opened, pages: () => pagesOf(thread, close), close };
    } catch (error) {
      await close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }
}

/** Asks for the next page. Who stops before it comes does not hear that the thread has ended. */
function ask(thread: Worker): Promise<Report> {
  const answer = next(thread);
  answer.catch(() => {});
  thread.postMessage('next');
  return answer;
}

async function* pagesOf(thread: Worker, close: () => Promise<void>): AsyncGenerator<Draft[]> {
  try {
    // The thread reads the next page while this one is compared.
    for (let asked = ask(thread); ; ) {
      const report = await asked;
      if (!('drafts' in report) || report.drafts.length === 0) return;
      asked = ask(thread);
      yield report.drafts;
    }
  } finally {
    await close();
  }
}

/** The next report of a thread. Throws what it refuses, 400 when it has run out of time or memory, and errors of ours. */
function next(thread: Worker): Promise<Report> {
  // One that has ended says so once.
  if (thread.threadId === -1) return Promise.reject(broken('too_slow'));
  return new Promise((resolve, reject) => {
    const end = () => {
      thread.off('message', take).off('error', fail).off('exit', stop);
    };
    const take = (report: Report) => {
      end();
      if ('problem' in report) reject(new Problem(...report.problem));
      else resolve(report);
    };
    const stop = () => {
      end();
      reject(broken('too_slow'));
    };
    const fail = (cause: unknown) => {
      end();
      const isMemory = (cause as { code?: string } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isMemory ? broken('too_much') : new Error('A file was not read', { cause }));
    };
    thread.on('message', take).on('error', fail).on('exit', stop);
  });
}
