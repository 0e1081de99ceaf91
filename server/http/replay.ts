import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID } from './request-id.ts';
import type { ReadyAnswer } from './shortcuts.ts';

interface Remembered {
  /** What the answer varies by, besides its address. */
  host: string | undefined;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  etag: string | undefined;
  answer: ReadyAnswer;
  /** For who has it already: 304. */
  toKnowing: ReadyAnswer;
  isCurrent(): boolean;
}

const MOST_ADDRESSES = 500;
const MOST_VARIANTS = 16;
/**
 * Bytes up to which a body is kept as a string: Node then sends head and body in one piece, which takes it a tenth less for
 * one product. From 7 kB on it takes more (measured).
 */
const SMALL = 4096;
const OF_THE_BODY = new Set(['content-length', 'content-type', 'content-encoding']);

/**
 * Answers that everyone gets alike, remembered as they left the usual way with all their headers, and sent again to the
 * same request for as long as they are current.
 */
export class Replay {
  readonly #answers = new Map<string, Remembered[]>();

  /**
   * Remembers a good answer that is about to be sent. It must not depend on anything of the request but its address, Host,
   * Accept and Accept-Encoding.
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
    const { host, accept, 'accept-encoding': acceptEncoding } = request.headers;
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
    const toKnowing = { name, status: 304, headers: headersOf304 };
    const others = (this.#answers.get(request.url) ?? []).filter(
      (one) => one.isCurrent() && !isFor(one, host, accept, acceptEncoding),
    );
    if (!this.#answers.has(request.url) && this.#answers.size >= MOST_ADDRESSES) this.#forgetOldest();
    this.#answers.set(request.url, [
      { host, accept, acceptEncoding, etag, answer, toKnowing, isCurrent },
      ...others.slice(0, MOST_VARIANTS - 1),
    ]);
  }

  /** What is remembered for a request, as a shortcut. */
  readyFor(request: IncomingMessage): ReadyAnswer | undefined {
    if (request.method !== 'GET') return undefined;
    const variants = this.#answers.get(request.url!);
    if (!variants) return undefined;
    const { host, accept, 'accept-encoding': acceptEncoding, 'if-none-match': known } = request.headers;
    const found = variants.find((one) => isFor(one, host, accept, acceptEncoding));
    if (!found?.isCurrent()) return undefined;
    return known !== undefined && known === found.etag ? found.toKnowing : found.answer;
  }

  #forgetOldest(): void {
    for (const url of this.#answers.keys()) {
      this.#answers.delete(url);
      return;
    }
  }
}

function isFor(
  one: Remembered,
  host: string | undefined,
  accept: string | undefined,
  acceptEncoding: string | undefined,
): boolean {
  return one.host === host && one.accept === accept && one.acceptEncoding === acceptEncoding;
}
