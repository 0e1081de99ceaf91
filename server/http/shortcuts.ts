import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import type { FastifyServerFactory } from 'fastify';
import { REQUEST_ID } from './request-id.ts';
import type { Surroundings } from './surroundings.ts';

/** An answer that has only to be sent. */
export interface ReadyAnswer {
  /** Of the call or page, for logs and metrics. */
  name: string;
  status: number;
  /** Names and values in turns, without the request id. */
  headers: string[];
  /** As a string each character is a byte (latin1): Node sends that in one piece with the head. */
  body?: Buffer | string;
}

/** What is ready for a request; undefined leaves it to the next shortcut, and at last to the app. */
export type Shortcut = (request: IncomingMessage) => ReadyAnswer | undefined;

/**
 * Makes the app's server, which asks the shortcuts before the app: the app's own way to any answer takes longer than sending
 * one (docs/decisions/0020-answers-before-the-app.md).
 */
export function serverWithShortcuts(shortcuts: Shortcut[], surroundings: Surroundings): FastifyServerFactory {
  return (app, options) => {
    const server = createServer(options.http as ServerOptions, (request, response) => {
      // A server that closes waits for its connections. The app ends each with its answer; a shortcut would not.
      if (!server.listening || !answerAtOnce(request, response, shortcuts, surroundings))
        app(request, response);
    });
    // As Fastify sets them on a server that it makes itself.
    server.keepAliveTimeout = options.keepAliveTimeout as number;
    server.requestTimeout = options.requestTimeout as number;
    return server.setTimeout(options.connectionTimeout as number);
  };
}

function answerAtOnce(
  request: IncomingMessage,
  response: ServerResponse,
  shortcuts: Shortcut[],
  { admit, newId, answered }: Surroundings,
): boolean {
  const begun = performance.now();
  const ready = firstOf(request, shortcuts);
  if (!ready || !admit(request)) return false;
  const id = newId();
  response.writeHead(ready.status, [...ready.headers, REQUEST_ID, id]);
  response.end(ready.body, 'latin1');
  answered(request, id, ready.name, ready.status, performance.now() - begun);
  return true;
}

function firstOf(request: IncomingMessage, shortcuts: Shortcut[]): ReadyAnswer | undefined {
  for (const shortcut of shortcuts) {
    const ready = shortcut(request);
    if (ready) return ready;
  }
  return undefined;
}
