import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../limits/client.ts';
import { OVERLOADED } from './gate.ts';
import { Problem } from './problem.ts';

/** What bodies may take whose proof is a signature over their very bytes: until it is checked, they are anybody's. */
export interface SignedBodyLimits {
  /** Bytes of a body of the usual size, as other calls take it. */
  usual: number;
  /** Bytes of a body whose request may be signed. */
  most: number;
  /** Bytes that all bodies above the usual size hold together until they are whole; more than one of them may have. */
  together: number;
  /** Milliseconds until a body is to be whole. */
  within: number;
}

/**
 * Stripe names no largest size of an event; an event has an object of theirs with all its lists and metadata, and once more
 * what has changed of it: far less than this, and more than other calls take.
 */
export const SIGNED_BODY_LIMITS: Omit<SignedBodyLimits, 'usual'> = {
  most: 1024 * 1024,
  together: 16 * 1024 * 1024,
  within: 10_000,
};

/** A body above the usual size that is not whole yet. */
interface LargeBody {
  client: string;
  /** Bytes of memory that are kept for it. */
  bytes: number;
  end(problem: Problem): void;
}

/**
 * Reads bodies whose signature can be checked only once they are whole. No body waits for another one's place: when large
 * ones hold too much, the client for whom most is held loses its oldest, so that strangers end each other's.
 */
export class SignedBodies {
  readonly #limits: SignedBodyLimits;
  /** Oldest first. */
  readonly #large = new Set<LargeBody>();

  constructor(limits: SignedBodyLimits) {
    this.#limits = limits;
  }

  /** Bytes that large bodies hold now. */
  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#large) sum += bytes;
    return sum;
  }

  /**
   * Reads a body. Only a request that may be signed may send more than the usual size. Throws 413, 408 for a body that takes
   * too long, 503 for one that makes room for others. `request.ip` is its client's address.
   */
  read({ ip, headers }: FastifyRequest, payload: Readable, mayBeSigned: boolean): Promise<Buffer> {
    const { usual, most, within } = this.#limits;
    const limit = mayBeSigned ? most : usual;
    if (Number(headers['content-length']) > limit) return Promise.reject(TOO_LARGE);
    return new Promise((resolve, reject) => {
      // One buffer that grows: a chunk of one byte costs a hundred when it is kept by itself.
      let kept = Buffer.alloc(0);
      let length = 0;
      const body: LargeBody = { client: clientOf(ip), bytes: 0, end };
      const timer = setTimeout(() => end(TOO_SLOW), within);
      const listeners = { data: add, end: () => end(), error: end, close: () => end(CUT_OFF) };
      for (const [event, listener] of Object.entries(listeners)) payload.on(event, listener);

      function end(error?: Error): void {
        clearTimeout(timer);
        large.delete(body);
        for (const [event, listener] of Object.entries(listeners)) payload.off(event, listener);
        if (error) reject(error);
        else resolve(kept.subarray(0, length));
        kept = Buffer.alloc(0);
      }

      const large = this.#large;
      const makeRoom = () => this.#makeRoom(body);
      function add(chunk: Buffer): void {
        const needed = length + chunk.length;
        if (needed > limit) {
          end(TOO_LARGE);
          return;
        }
        if (needed > kept.length) {
          const grown = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(needed, 2 * kept.length)));
          kept.copy(grown, 0, 0, length);
          kept = grown;
        }
        chunk.copy(kept, length);
        length = needed;
        if (length <= usual || body.bytes === kept.length) return;
        body.bytes = kept.length;
        large.add(body);
        makeRoom();
      }
    });
  }

  /** Ends bodies until all hold no more than they may. The newest to grow stays. */
  #makeRoom(newest: LargeBody): void {
    while (this.bytes > this.#limits.together) {
      const oldest = this.#oldestOfGreatest(newest);
      if (!oldest) return;
      oldest.end(OVERLOADED);
    }
  }

  /** The oldest body of the client for whom most is held, the newest to grow left out of it all. */
  #oldestOfGreatest(newest: LargeBody): LargeBody | undefined {
    const clients = new Map<string, { bytes: number; oldest: LargeBody }>();
    for (const body of this.#large) {
      if (body === newest) continue;
      const client = clients.get(body.client);
      if (client) client.bytes += body.bytes;
      else clients.set(body.client, { bytes: body.bytes, oldest: body });
    }
    const [greatest] = [...clients.values()].sort((one, other) => other.bytes - one.bytes);
    return greatest?.oldest;
  }
}

const TOO_LARGE = new Problem('too_large', { what: 'body' });
const TOO_SLOW = new Problem('request_timeout');
/** Its client went away. Nobody reads the answer; it is counted. */
const CUT_OFF = new Problem('broken_request');
