import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { wantedEncoding, wantedForm } from '../ground/handling/accept.ts';
import type { ReachedAt } from './reached-at.ts';
import { REQUEST_ID } from './request-id.ts';
import type { ReadyAnswer } from './shortcuts.ts';

interface Remembered {
  etag: string | undefined;
  answer: ReadyAnswer;
  /** 304: the client has this answer already. */
  notModified: ReadyAnswer;
  isCurrent(): boolean;
}

/** Bytes of all answers together. */
const MOST_BYTES = 64 * 1024 * 1024;
/** About what an answer takes besides its body: two lists of headers and its key. */
const BESIDES_BODY = 4096;
/** How often answers that are not current any more are looked for. */
const CLEAN_EVERY_MS = 1_000;
/**
 * Bytes up to which a body is kept as a string: Node then sends head and body in one piece, which takes it a tenth less for
 * one product. From 7 kB on it takes more (measured).
 */
const SMALL = 4096;
const OF_THE_BODY = new Set(['content-length', 'content-type', 'content-encoding']);

/**
 * Answers that everyone gets alike, remembered as they left the usual way with all their headers, and sent again to the
 * same request for as long as they are current. Only of addresses without a query at the shop's own origins: what clients can
 * make up is answered, and not remembered.
 */
export class Replay {
  readonly #reachedAt: ReachedAt;
  readonly #answers: LRUCache<string, Remembered>;
  #cleanAt = 0;

  constructor(reachedAt: ReachedAt, mostBytes = MOST_BYTES) {
    this.#reachedAt = reachedAt;
    this.#answers = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ answer }) => BESIDES_BODY + (answer.body?.length ?? 0),
    });
  }

  /** Bytes of all that is remembered. */
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  /**
   * Remembers a good answer that is about to be sent. It must not depend on anything of the request but its path, the origin
   * it was sent to, the form and the encoding it wants.
   * @param name of the call, for logs and metrics
   * @param isCurrent asked before each replay
   */
  remember(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    body: Buffer,
    isCurrent: () => boolean,
  ): void {
    if (request.method !== 'GET' || reply.statusCode !== 200) return;
    const key = this.#keyOf(request.raw);
    if (key === undefined) return;
    const headers: string[] = [];
    const headersOf304: string[] = [];
    const all = { ...reply.getHeaders(), 'content-length': String(body.length) };
    for (const [header, value] of Object.entries(all)) {
      if (header === REQUEST_ID || value === undefined) continue;
      headers.push(header, String(value));
      if (!OF_THE_BODY.has(header)) headersOf304.push(header, String(value));
    }
    const etag = reply.getHeader('etag')?.toString();
    const answer = {
      name,
      status: 200,
      headers,
      body: body.length <= SMALL ? body.toString('latin1') : body,
    };
    const notModified = { name, status: 304, headers: headersOf304 };
    this.#clean();
    this.#answers.set(key, { etag, answer, notModified, isCurrent });
  }

  /**
   * What is remembered for a request, as a shortcut. Only for those without Authorization: what is made for a caller is never
   * that of another, so the app alone knows callers.
   */
  readyFor(request: IncomingMessage): ReadyAnswer | undefined {
    if (request.method !== 'GET') return undefined;
    const key = this.#keyOf(request);
    const found = key && this.#answers.get(key);
    if (!found) return undefined;
    if (!found.isCurrent()) {
      this.#answers.delete(key);
      return undefined;
    }
    const known = request.headers['if-none-match'];
    return known !== undefined && known === found.etag ? found.notModified : found.answer;
  }

  /** All that an answer depends on; undefined when it is not to be remembered. */
  #keyOf(request: IncomingMessage): string | undefined {
    if (request.headers.authorization !== undefined) return undefined;
    const url = request.url!;
    const query = url.indexOf('?');
    if (query >= 0 && query < url.length - 1) return undefined;
    const origin = this.#reachedAt.ownOf(request);
    if (origin === undefined) return undefined;
    const { accept, 'accept-encoding': acceptEncoding } = request.headers;
    const path = query < 0 ? url : url.slice(0, query);
    return `${path} ${origin} ${wantedForm(accept)} ${wantedEncoding(acceptEncoding?.toString())}`;
  }

  #clean(): void {
    const now = performance.now();
    if (now < this.#cleanAt) return;
    this.#cleanAt = now + CLEAN_EVERY_MS;
    for (const [key, answer] of this.#answers.entries()) if (!answer.isCurrent()) this.#answers.delete(key);
  }
}
