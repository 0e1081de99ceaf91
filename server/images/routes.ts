import { createHash } from 'node:crypto';
import type { imageCalls } from '#contract/images/calls.ts';
import { IMAGE_WIDTHS, WIDE_IMAGE } from '#contract/images/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { Answer } from '../ground/handling/answer.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { Problem } from '../ground/handling/problem.ts';
import { attemptOf, onceOutside } from '../ground/idempotency/idempotency.ts';
import type { ImageHost } from './host.ts';
import type { Pictures } from './pictures.ts';

const NAME = /^([a-z0-9][a-z0-9-]{0,99})\.(webp|avif)$/;
/** Of every picture. */
const LARGEST = Math.max(...IMAGE_WIDTHS);

export type ImageCalls = keyof typeof imageCalls;

export function imageHandlers({ db }: Database, host: ImageHost, pictures: Pictures): HandlersOf<ImageCalls> {
  return {
    async uploadImage({ request, query, caller, idempotencyKey }) {
      const upload = await pictures.read(request);
      const isWide = query.wide !== undefined;
      const hash = createHash('sha256')
        .update(upload)
        .update(isWide ? 'wide' : '')
        .digest('hex');
      const attempt = attemptOf(caller.userId, 'uploadImage', idempotencyKey, hash);
      const data = await onceOutside(db, attempt, async () =>
        host.publish(await pictures.process(upload, isWide)),
      );
      return { success: true, status: 200, data };
    },

    async getImage({ params, query }) {
      const [, name, format] = NAME.exec(params.name) ?? [];
      const read = async (width: number) => name && (await host.read(`${name}-${width}.${format}`));
      const bytes =
        (await read(query.w ?? LARGEST)) ?? (query.w === WIDE_IMAGE ? await read(LARGEST) : undefined);
      if (!bytes) throw new Problem('not_found', { what: 'picture' });
      return new Answer(bytes, {
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    },
  };
}
