import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { Problem } from '../ground/handling/problem.ts';
import { boundsOf, networksOf } from '../ground/limits/client.ts';
import { Shares } from '../ground/limits/shares.ts';
import { answerError } from './errors.ts';

/** What one connection may send, hold and take its time for, and how many connections there may be. */
export interface WireLimits {
  /** Bytes of a body; the call that takes pictures has a limit of its own. */
  bodyBytes: number;
  /** Bytes of a request's first line and headers. */
  headerBytes: number;
  headers: number;
  /** Characters of an address with its query. */
  urlLength: number;
  /** Connections of this process; what comes beyond is closed at once. */
  connections: number;
  /**
   * Connections of one client, that is an IPv4 address or the /64 of an IPv6 address. A browser opens six, so 1,200 are
   * enough for 200 people behind one address who open the shop within the same minute. Wider networks have half of all.
   */
  connectionsOfClient: number;
  /** Milliseconds for the headers, and for the whole request: a picture of 5 MB comes over a slow line, too. */
  headersWithin: number;
  requestWithin: number;
  /** Milliseconds in which nothing moves: nothing is sent, or nothing of the answer is read. */
  idleFor: number;
  /** Milliseconds between two looks for requests that are too slow. */
  lookEvery: number;
  /** Milliseconds that a closing server waits for requests: such looks end with the listening. */
  closeWithin: number;
}

export const WIRE_LIMITS: WireLimits = {
  bodyBytes: 100 * 1024,
  headerBytes: 16 * 1024,
  headers: 100,
  urlLength: 4_096,
  connections: 5_000,
  connectionsOfClient: 1_200,
  headersWithin: 10_000,
  requestWithin: 60_000,
  idleFor: 60_000,
  lookEvery: 5_000,
  closeWithin: 15_000,
};

/** The limits as Fastify and Node take them. */
export function wireOptions(limits: WireLimits) {
  return {
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestWithin,
    connectionTimeout: limits.idleFor,
    http: {
      // Answered as every other problem, by `target.ts`.
      requireHostHeader: false,
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersWithin,
      connectionsCheckingInterval: limits.lookEvery,
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  } satisfies FastifyHttpOptions<Server>;
}

/**
 * What Fastify has no option for.
 * @param trustProxy addresses of the proxies in front: all of their clients share their connections
 */
export function limitWire(app: FastifyInstance, limits: WireLimits, trustProxy: string[] | undefined): void {
  app.server.maxConnections = limits.connections;
  // Where all processes of a start are full, one would hand a connection to the next for ever.
  Object.assign(app.server, { dropMaxConnection: true });
  shareConnections(app.server, limits, trustProxy);
  dropRefusedBodies(app.server);
  // Idle connections are closed then, but one that is just being answered would be waited for until it may not idle any longer.
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1;
    app.server.keepAliveTimeoutBuffer = 0;
    const timer = setTimeout(() => app.server.closeAllConnections(), limits.closeWithin);
    app.server.once('close', () => clearTimeout(timer));
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Answered here: the stand-ins would make an error of their own of what is thrown.
    if (request.url.length > limits.urlLength) answerError(new Problem('url_too_long'), request, reply);
    else if (request.raw.rawHeaders.length / 2 > limits.headers)
      answerError(new Problem('headers_too_large'), request, reply);
    else done();
  });
}

/** Closes at once what a client opens beyond its share of the connections. */
function shareConnections(
  server: Server,
  { connections, connectionsOfClient }: WireLimits,
  trustProxy: string[] | undefined,
): void {
  const isProxy = proxyAddr.compile(trustProxy ?? []);
  const open = new Shares();
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress;
    if (ip === undefined || isProxy(ip, 0)) return;
    const end = open.begin(boundsOf(networksOf(ip), connectionsOfClient, connections));
    if (end) socket.once('close', end);
    else socket.destroy();
  });
}

/** Reads what is left of a refused body and drops it: the client's next request on the connection comes behind it. */
function dropRefusedBodies(server: Server): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (!request.complete) request.unpipe().resume();
    });
  });
}

/** A request that never became one. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem('headers_too_large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Problem('request_timeout')
        : new Problem('broken_request');
  answerBare(socket, problem);
}

/** Answers a request that the app cannot answer on the bare connection, which is then closed. */
function answerBare(socket: Socket, problem: Problem): void {
  const body = JSON.stringify(problem.toBody());
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  // Whoever does not read this is not waited for.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
