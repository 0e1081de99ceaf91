import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../ground/handling/problem.ts';

/** A file that has arrived, at a path of this machine until it is stored. */
export interface Upload {
  path: string;
  sha256: string;
  bytes: number;
}

/** What a PDF begins with (ISO 32000-2, 7.5.2). */
const PDF = Buffer.from('%PDF-');

const PREFIX = 'upload-';

/** Longer than any upload may take. */
const STALE_MS = 3_600_000;

/** Takes uploads in, each in a file of a folder, so that none is held in memory. */
export class Uploads {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes an upload to a file while it arrives, calls `work` with it and removes it. Throws 415 as soon as its first bytes are
   * not those of a PDF.
   */
  async receive<T>(upload: Readable, work: (upload: Upload) => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, PREFIX + randomUUID());
    const hash = createHash('sha256');
    let bytes = 0;
    async function* look(chunks: AsyncIterable<Buffer>) {
      let head = Buffer.alloc(0);
      for await (const chunk of chunks) {
        if (head.length < PDF.length) {
          head = Buffer.concat([head, chunk.subarray(0, PDF.length)]);
          // guard: server/files/uploads.test.ts
          requirePdf(head);
        }
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
      if (head.length < PDF.length) throw new Problem('unsupported_file');
    }
    try {
      // Opened before the first chunk: a file that is still being opened when the upload ends would appear after its removal.
      const file = await open(path, 'wx');
      await pipeline(upload, look, file.createWriteStream());
      return await work({ path, sha256: hash.digest('hex'), bytes });
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Removes files of uploads that a stopped process has left. */
  async forget(): Promise<void> {
    for (const file of await readdir(this.#folder).catch(() => [])) {
      if (!file.startsWith(PREFIX)) continue;
      const path = join(this.#folder, file);
      const { mtimeMs } = await stat(path);
      if (mtimeMs < Date.now() - STALE_MS) await rm(path, { force: true });
    }
  }
}

/** Throws 415 when what has arrived is not the beginning of a PDF. */
function requirePdf(head: Buffer): void {
  const length = Math.min(head.length, PDF.length);
  if (!head.subarray(0, length).equals(PDF.subarray(0, length))) throw new Problem('unsupported_file');
}
