import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { widestOf } from '../limits/client.ts';

type Body = Buffer | string | Readable;

/** An answer on its way to a client. */
interface Held {
  bytes: number;
  client: Client;
  request: IncomingMessage;
  /** What holds the bytes: a buffer that others may be sent as well, or this answer alone. */
  holder: object;
}

interface Client {
  name: string;
  bytes: number;
  /** Oldest first. */
  answers: Set<Held>;
}

/**
 * Bounds what all answers of the process together hold for clients that have not read them yet. When there is more, the client
 * for whom most is held loses its oldest connection, and so on, until there is not. Bytes that lie ready for everyone are
 * held once, whoever reads them.
 */
export class UnreadAnswers {
  readonly #most: number;
  readonly #clients = new Map<string, Client>();
  /** How many answers each of these is sent as. */
  readonly #holders = new Map<object, number>();
  readonly #bySocket = new WeakMap<Socket, Set<Held>>();
  #bytes = 0;

  /** @param most bytes; a single answer may have more */
  constructor(most: number) {
    this.#most = most;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts an answer from here on, until all of it was taken or its connection ends. `ip` is its client's address. */
  hold(request: IncomingMessage, response: ServerResponse, ip: string, body: Body): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const name = widestOf(ip);
    const client = this.#clients.get(name) ?? { name, bytes: 0, answers: new Set() };
    const held: Held = { bytes: bytesOf(body), client, request, holder: request };
    if (Buffer.isBuffer(body)) held.holder = body;
    this.#clients.set(name, client);
    client.answers.add(held);
    client.bytes += held.bytes;
    const sent = this.#holders.get(held.holder) ?? 0;
    this.#holders.set(held.holder, sent + 1);
    if (sent === 0) this.#bytes += held.bytes;
    this.#ofSocket(socket).add(held);
    response.once('close', () => this.#release(held));
    this.#cutOff(held);
  }

  /** What is held on a connection. Answers that wait there for others do not hear of its end by themselves. */
  #ofSocket(socket: Socket): Set<Held> {
    let answers = this.#bySocket.get(socket);
    if (!answers) {
      answers = new Set();
      this.#bySocket.set(socket, answers);
      socket.once('close', () => this.#releaseAll(socket));
    }
    return answers;
  }

  #releaseAll(socket: Socket): void {
    for (const held of this.#bySocket.get(socket) ?? []) this.#release(held);
  }

  #release(held: Held): void {
    const { client, bytes, holder, request } = held;
    if (!client.answers.delete(held)) return;
    this.#bySocket.get(request.socket)?.delete(held);
    client.bytes -= bytes;
    if (client.answers.size === 0) this.#clients.delete(client.name);
    const sent = this.#holders.get(holder)! - 1;
    if (sent > 0) this.#holders.set(holder, sent);
    else {
      this.#holders.delete(holder);
      this.#bytes -= bytes;
    }
  }

  #cutOff(newest: Held): void {
    while (this.#bytes > this.#most) {
      const oldest = this.#oldestOfGreatest(newest);
      if (!oldest) return;
      const { socket } = oldest.request;
      this.#releaseAll(socket);
      socket.destroy();
    }
  }

  /** The oldest answer of the client for whom most is held, the newest answer left out of it all. */
  #oldestOfGreatest(newest: Held): Held | undefined {
    let greatest = 0;
    let found: Held | undefined;
    for (const client of this.#clients.values()) {
      const bytes = client.bytes - (client === newest.client ? newest.bytes : 0);
      if (bytes <= greatest) continue;
      greatest = bytes;
      [found] = client.answers;
    }
    return found;
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
