import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { UploadedImage } from '#contract/images/schema.ts';
import { Problem } from '../ground/handling/problem.ts';
import type { FileStore } from '../ground/storage/store.ts';
import { traced } from '../ground/tracing/span.ts';
import type { ProcessedImage, Rendition } from './process.ts';

export type PublishedImage = UploadedImage['data'];

/** Publishes pictures, and serves those in the shop's own store. */
export interface ImageHost {
  publish(image: ProcessedImage): Promise<PublishedImage>;
  /** A file of the shop's own image host, such as `fan-320.webp`, or undefined when there is none. */
  read(file: string): Promise<Buffer | undefined>;
}

/** The shop's own image host: pictures in a store under random names, and `included`, those that come with the shop. */
export function createOwnHost(store: FileStore, included: FileStore): ImageHost {
  return {
    async publish({ width, height, renditions }) {
      const name = randomBytes(12).toString('hex');
      for (const rendition of renditions) {
        await store.write(`${name}-${rendition.width}.webp`, rendition.webp, 'image/webp');
        await store.write(`${name}-${rendition.width}.avif`, rendition.avif, 'image/avif');
      }
      const { webp } = largestOf(renditions);
      return { url: `/images/${name}.webp`, width, height, size: webp.length, mime: 'image/webp' };
    },
    read: async (file) => (await included.read(file)) ?? store.read(file),
  };
}

const TIMEOUT_MS = 15_000;

/**
 * An image host with imgbb's protocol (https://api.imgbb.com): it gets the picture as the multipart field `image` and stores
 * it. `uploadUrl` contains the key. Throws 503 when the host does not accept it.
 */
export function createImgbbHost(uploadUrl: string, included: FileStore): ImageHost {
  return {
    async publish({ renditions }) {
      const { webp } = largestOf(renditions);
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(webp)], { type: 'image/webp' }), 'image.webp');
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const response = await traced('image host upload', 'image host', () =>
          fetch(uploadUrl, { method: 'POST', body: form, signal }),
        );
        return HostAnswerSchema.parse(await response.json()).data;
      } catch {
        throw new Problem('image_host_down');
      }
    },
    read: (file) => included.read(file),
  };
}

/** imgbb sends the size as a number and the type inside `image`; fields that a compatible host omits get a default. */
const HostAnswerSchema = z
  .object({
    success: z.literal(true),
    data: z.object({
      url: z.url({ protocol: /^https?$/ }),
      width: z.coerce.number().int().default(0),
      height: z.coerce.number().int().default(0),
      size: z.coerce.number().int().default(0),
      image: z.object({ mime: z.string().default('image/webp') }).default({ mime: 'image/webp' }),
    }),
  })
  .transform(({ data: { image, ...data } }) => ({ data: { ...data, mime: image.mime } }));

function largestOf(renditions: Rendition[]): Rendition {
  return renditions.reduce((largest, one) => (one.width > largest.width ? one : largest));
}
