import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { widestOf } from '../ground/limits/client.ts';

type Body = Buffer | string | Readable;

/** An answer on its way to a client. */
interface Held {
  client: string;
  bytes: number;
  /** What holds the bytes: a buffer that others may be sent as well, or this answer alone. */
  holder: object;
  socket: Socket;
}

/**
 * Bounds what all answers of the process together hold for clients that have not read them yet. When there is more, the client
 * for whom most is held loses its oldest connection, and so on, until there is not. Bytes that lie ready for everyone are
 * held once, whoever reads them.
 */
export class UnreadAnswers {
  readonly #most: number;
  /** Oldest first. */
  readonly #held = new Set<Held>();

  /** @param most bytes; a single answer may have more */
  constructor(most: number) {
    this.#most = most;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    const holders = new Map<object, number>();
    for (const { holder, bytes } of this.#open()) holders.set(holder, bytes);
    return holders.values().reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Counts an answer from here on, until all of it was taken or its connection ends. `ip` is its client's address. */
  hold({ socket }: IncomingMessage, response: ServerResponse, ip: string, body: Body): void {
    if (socket.destroyed) return;
    const holder = Buffer.isBuffer(body) ? body : {};
    const held: Held = { client: widestOf(ip), bytes: bytesOf(body), holder, socket };
    this.#held.add(held);
    response.once('close', () => this.#held.delete(held));
    while (this.bytes > this.#most) {
      const oldest = this.#oldestOfGreatest(held);
      if (!oldest) return;
      oldest.socket.destroy();
    }
  }

  /** Answers whose connections are open. One that waits for others on its connection does not hear of the end of that. */
  *#open(): Generator<Held> {
    for (const held of this.#held)
      if (held.socket.destroyed) this.#held.delete(held);
      else yield held;
  }

  /** The oldest answer of the client for whom most is held, the newest answer left out of it all. */
  #oldestOfGreatest(newest: Held): Held | undefined {
    const clients = new Map<string, { bytes: number; oldest: Held }>();
    for (const held of this.#open()) {
      if (held === newest) continue;
      const client = clients.get(held.client);
      if (client) client.bytes += held.bytes;
      else clients.set(held.client, { bytes: held.bytes, oldest: held });
    }
    const [greatest] = [...clients.values()].sort((one, other) => other.bytes - one.bytes);
    return greatest?.oldest;
  }
}

/** A stream holds what it has read ahead, as text and as bytes, and the page that this is made from: that may be 100 of the longest reviews. */
function bytesOf(body: Body): number {
  return body instanceof Readable ? 8 * body.readableHighWaterMark : body.length;
}

/**
 * Whether all of an answer has been taken by the system: nearly every answer is as soon as it is sent. Node's
 * `writableFinished` says so a tick later only.
 */
export function isTaken(response: ServerResponse): boolean {
  return response.writableEnded && response.writableLength === 0;
}

/** Counts every answer that the app sends and that is not taken at once. */
export function boundUnread(app: FastifyInstance, unread: UnreadAnswers): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    // Sends it, or leaves that to a later hook: then it is not taken yet.
    done();
    if (request.method === 'HEAD' || isTaken(reply.raw)) return;
    const isHeld = typeof payload === 'string' || Buffer.isBuffer(payload) || payload instanceof Readable;
    if (isHeld) unread.hold(request.raw, reply.raw, request.ip, payload);
  });
}
