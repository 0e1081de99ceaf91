import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
// Declares request.file().
import '@fastify/multipart';
import { IMAGE_MAX_BYTES, IMAGE_WIDTHS } from '#contract/images.ts';
import type { Database } from '../database/client.ts';
import { attemptOf, onceOutside } from '../database/idempotency.ts';
import { type HandlersOf, RawAnswer } from '../http/handler.ts';
import { badRequest, invalidInput, notFound, Problem } from '../http/problem.ts';
import type { ImageHost } from './host.ts';
import { processImage } from './process.ts';

const NAME = /^([a-z0-9][a-z0-9-]{0,99})\.(webp|avif)$/;
const LARGEST = Math.max(...IMAGE_WIDTHS);

export function imageHandlers({ db }: Database, host: ImageHost): HandlersOf<'uploadImage' | 'getImage'> {
  return {
    async uploadImage({ request, caller, idempotencyKey }) {
      const upload = await readUpload(request);
      const hash = createHash('sha256').update(upload).digest('hex');
      const attempt = attemptOf(caller.userId, 'uploadImage', idempotencyKey, hash);
      const data = await onceOutside(db, attempt, async () => host.publish(await processImage(upload)));
      return { success: true, status: 200, data };
    },

    async getImage({ params, query }) {
      const [, name, format] = NAME.exec(params.name) ?? [];
      const width = query.w === undefined ? LARGEST : IMAGE_WIDTHS.find((one) => String(one) === query.w);
      if (width === undefined) {
        throw invalidInput([{ field: 'w', message: `w is one of ${IMAGE_WIDTHS.join(', ')}` }]);
      }
      const bytes = name && (await host.read(`${name}-${width}.${format}`));
      if (!bytes) throw notFound('This picture');
      return new RawAnswer(bytes, {
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
    if (file?.fieldname !== 'image')
      throw badRequest('no_image', 'Send the picture as the multipart field image.');
    return await file.toBuffer();
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new Problem(413, 'too_large', 'A picture is 5 MB at most.');
    }
    throw badRequest(
      'broken_upload',
      'The upload cannot be read. Send the picture as the multipart field image.',
    );
  }
}
