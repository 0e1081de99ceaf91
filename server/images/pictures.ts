import type { FastifyRequest } from 'fastify';
// Declares request.file().
import '@fastify/multipart';
import { IMAGE_MAX_BYTES } from '#contract/images/schema.ts';
import { requireSender } from '../ground/handling/connected.ts';
import { Gate } from '../ground/handling/gate.ts';
import { Problem } from '../ground/handling/problem.ts';
import { createDecoder } from './decoder.ts';
import { requirePicture } from './format.ts';
import type { ProcessedImage } from './process.ts';

/** Concurrent uploads: each is held in memory as a whole. */
const MOST_UPLOADS = 16;

/** Takes uploaded pictures in, within bounds of its own: those of the shop and those of buyers do not wait for each other. */
export interface Pictures {
  /** Returns the bytes of the multipart field `image`. Throws 400, 413, 415, and 503 when too many are sent at once. */
  read(request: FastifyRequest): Promise<Buffer>;
  /** Decodes them and writes the picture anew, in a process of its own: see decoder.ts. */
  process(upload: Buffer, isWide: boolean): Promise<ProcessedImage>;
  /** Decodes them, and writes one WebP of `most` bytes. Throws 400 for a picture that has more in each width. */
  shrink(upload: Buffer, most: number): Promise<Uint8Array>;
  close(): void;
}

export function createPictures(): Pictures {
  const gate = new Gate(MOST_UPLOADS);
  const decoder = createDecoder();
  return {
    async read(request) {
      gate.admit();
      const upload = await gate.run(() => readUpload(request));
      requirePicture(upload);
      return upload;
    },
    process: (upload, isWide) => decoder.process(upload, isWide),
    shrink: (upload, most) => decoder.shrink(upload, most),
    close: () => decoder.close(),
  };
}

async function readUpload(request: FastifyRequest): Promise<Buffer> {
  try {
    requireSender(request);
    const file = await request.file({ limits: { fileSize: IMAGE_MAX_BYTES, files: 1, fields: 10 } });
    if (file?.fieldname !== 'image') throw new Problem('no_image');
    return await file.toBuffer();
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new Problem('too_large', { what: 'picture', megabytes: IMAGE_MAX_BYTES / 1024 ** 2 });
    }
    throw new Problem('broken_upload');
  }
}
