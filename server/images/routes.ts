import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { imageCalls } from '#contract/calls/images.ts';
// Declares request.file().
import '@fastify/multipart';
import { IMAGE_MAX_BYTES, IMAGE_WIDTHS } from '#contract/images.ts';
import type { Database } from '../database/client.ts';
import { Answer } from '../handling/answer.ts';
import { Gate } from '../handling/gate.ts';
import type { HandlersOf } from '../handling/handler.ts';
import { Problem } from '../handling/problem.ts';
import { attemptOf, onceOutside } from '../idempotency/idempotency.ts';
import type { Decoder } from './decoder.ts';
import { requirePicture } from './format.ts';
import type { ImageHost } from './host.ts';

const NAME = /^([a-z0-9][a-z0-9-]{0,99})\.(webp|avif)$/;
const LARGEST = Math.max(...IMAGE_WIDTHS);

/** Concurrent uploads: each is held in memory as a whole. */
const MOST_UPLOADS = 16;

export type ImageCalls = keyof typeof imageCalls;

export function imageHandlers({ db }: Database, host: ImageHost, decoder: Decoder): HandlersOf<ImageCalls> {
  const gate = new Gate(MOST_UPLOADS);
  return {
    async uploadImage({ request, caller, idempotencyKey }) {
      gate.admit();
      const upload = await gate.run(() => readUpload(request));
      requirePicture(upload);
      const hash = createHash('sha256').update(upload).digest('hex');
      const attempt = attemptOf(caller.userId, 'uploadImage', idempotencyKey, hash);
      const data = await onceOutside(db, attempt, async () => host.publish(await decoder.process(upload)));
      return { success: true, status: 200, data };
    },

    async getImage({ params, query }) {
      const [, name, format] = NAME.exec(params.name) ?? [];
      const bytes = name && (await host.read(`${name}-${query.w ?? LARGEST}.${format}`));
      if (!bytes) throw new Problem('not_found', { what: 'picture' });
      return new Answer(bytes, {
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    },
  };
}

async function readUpload(request: FastifyRequest): Promise<Buffer> {
  try {
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
