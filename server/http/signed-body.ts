import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { OVERLOADED } from '../handling/gate.ts';
import { Problem } from '../handling/problem.ts';
import { widestOf } from '../limits/client.ts';

/** Limits of bodies whose proof is a signature over their bytes. Until it is checked, anybody may have sent them. */
export interface SignedBodyLimits {
  /** Bytes of a body of the usual size, as other calls take it. */
  usual: number;
  /** Bytes of a body whose request may be signed. */
  most: number;
  /** Bytes that all bodies above the usual size may hold together until they are whole; larger than `most`. */
  together: number;
  /** Milliseconds after which a large body makes room for others before any quicker one does. */
  slow: number;
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
  // A webhook of Stripe's is whole in far less. So its body stays however many clients hold a little each.
  slow: 2000,
  within: 10_000,
};

/** A body above the usual size that is not whole yet. */
interface LargeBody {
  client: string;
  /** Bytes of memory that are kept for it. */
  bytes: number;
  /** When it began to be read, on the clock of `performance.now()`. */
  since: number;
  end(problem: Problem): void;
}

/**
 * Reads bodies whose signature can be checked only once they are whole. A new large body never waits and is never refused:
 * when large ones hold too much together, one that is slow is ended, or else the oldest of the client that holds the most.
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
   * Reads a body. Only a request that may be signed may send more than the usual size. Throws 413 for a body that is too
   * large, 408 for one that takes too long, 503 for one that makes room for others.
   */
  read({ ip, headers }: FastifyRequest, payload: Readable, mayBeSigned: boolean): Promise<Buffer> {
    const { usual, most, within } = this.#limits;
    const limit = mayBeSigned ? most : usual;
    if (Number(headers['content-length']) > limit) return Promise.reject(TOO_LARGE);
    return new Promise((resolve, reject) => {
      // One buffer that grows: a chunk of one byte costs a hundred when it is kept by itself.
      let kept = Buffer.alloc(0);
      let length = 0;
      const body: LargeBody = { client: widestOf(ip), bytes: 0, since: performance.now(), end };
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

  /** Ends bodies, except the one that has just grown, until all hold no more than they may. */
  #makeRoom(grown: LargeBody): void {
    while (this.bytes > this.#limits.together) {
      const ended = this.#slowest(grown) ?? this.#oldestOfGreatest(grown);
      if (!ended) return;
      ended.end(OVERLOADED);
    }
  }

  /** The body that has taken longest, if it is slow; the one that has just grown does not count. */
  #slowest(grown: LargeBody): LargeBody | undefined {
    let slowest: LargeBody | undefined;
    for (const body of this.#large)
      if (body !== grown && body.since < (slowest?.since ?? Number.POSITIVE_INFINITY)) slowest = body;
    return slowest && performance.now() - slowest.since >= this.#limits.slow ? slowest : undefined;
  }

  /** The oldest body of the client that holds the most; the one that has just grown does not count. */
  #oldestOfGreatest(grown: LargeBody): LargeBody | undefined {
    const clients = new Map<string, { bytes: number; oldest: LargeBody }>();
    for (const body of this.#large) {
      if (body === grown) continue;
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
