import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID } from './request-id.ts';
import type { Shortcut } from './shortcuts.ts';
import type { Surroundings } from './surroundings.ts';

interface Remembered {
  /** What the answer varies by, besides its address. */
  host: string | undefined;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  /** For logs and metrics. */
  name: string;
  etag: string | undefined;
  headers: string[];
  headersOf304: string[];
  /** As latin1 when it is small. */
  body: Buffer | string;
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
    const kept = body.length <= SMALL ? body.toString('latin1') : body;
    const others = (this.#answers.get(request.url) ?? []).filter(
      (one) => one.isCurrent() && !isFor(one, host, accept, acceptEncoding),
    );
    if (!this.#answers.has(request.url) && this.#answers.size >= MOST_ADDRESSES) this.#forgetOldest();
    this.#answers.set(request.url, [
      { host, accept, acceptEncoding, name, etag, headers, headersOf304, body: kept, isCurrent },
      ...others.slice(0, MOST_VARIANTS - 1),
    ]);
  }

  /** Sends what is remembered. */
  shortcut(surroundings: Surroundings): Shortcut {
    return (request, response) => this.#answer(request, response, surroundings);
  }

  #answer(request: IncomingMessage, response: ServerResponse, surroundings: Surroundings): boolean {
    if (request.method !== 'GET') return false;
    const variants = this.#answers.get(request.url!);
    if (!variants) return false;
    const begun = performance.now();
    const { host, accept, 'accept-encoding': acceptEncoding, 'if-none-match': known } = request.headers;
    const found = variants.find((one) => isFor(one, host, accept, acceptEncoding));
    if (!found?.isCurrent() || !surroundings.admit(request)) return false;
    const id = surroundings.newId();
    const isKnown = known !== undefined && known === found.etag;
    response.writeHead(isKnown ? 304 : 200, [
      ...(isKnown ? found.headersOf304 : found.headers),
      REQUEST_ID,
      id,
    ]);
    if (isKnown) response.end();
    else response.end(found.body, 'latin1');
    surroundings.answered(request, id, found.name, isKnown ? 304 : 200, performance.now() - begun);
    return true;
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
