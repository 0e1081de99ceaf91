import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Encoding, wantedEncoding } from './accept.ts';

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        // From 6 on it takes a multiple of the time for a few bytes less.
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: promisify(gzip) as (bytes: Buffer) => Promise<Buffer>,
};

/** Below this, a packet is not filled either way. */
const WORTH_COMPRESSING = 1_000;

/** A body that is sent again and again: its entity tag, and its bytes as they are and compressed, each made once. */
export class ReadyBytes {
  readonly plain: Buffer;
  /** Weak, as it is the same for every encoding. The same bytes have the same tag in every process. */
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.plain = Buffer.from(text);
    this.etag = `W/"${createHash('sha1').update(this.plain).digest('base64url')}"`;
  }

  /** Headers of every answer with these bytes, also of 304. */
  get headers(): Record<string, string> {
    return { etag: this.etag, vary: 'Accept, Accept-Encoding' };
  }

  /** The bytes in the best encoding that an Accept-Encoding allows. */
  async encoded(
    acceptEncoding: string | undefined,
  ): Promise<{ bytes: Buffer; encoding: Encoding | 'identity' }> {
    const encoding = wantedEncoding(acceptEncoding);
    if (encoding === 'identity' || this.plain.length < WORTH_COMPRESSING)
      return { bytes: this.plain, encoding: 'identity' };
    let encoded = this.#encoded.get(encoding);
    if (!encoded) {
      encoded = compress[encoding](this.plain);
      this.#encoded.set(encoding, encoded);
    }
    return { bytes: await encoded, encoding };
  }

  /** Whether a client that sends this If-None-Match has these bytes. */
  isKnown(ifNoneMatch: string | undefined): boolean {
    return isAmong(this.etag, ifNoneMatch);
  }
}

/** Whether an entity tag is among those of an If-None-Match. */
export function isAmong(etag: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim() === etag) ?? false;
}
