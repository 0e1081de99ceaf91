import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { REQUEST_ID } from './request-id.ts';
import type { Surroundings } from './surroundings.ts';
import { isTaken } from './unread.ts';

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

/** Lets shortcuts come before everything else that the app does with a request: what it does costs more than an answer. */
export function mountShortcuts(
  app: FastifyInstance,
  shortcuts: Shortcut[],
  surroundings: Surroundings,
): void {
  let isClosing = false;
  // From then on the usual way answers, which ends the connections: the server waits for all of them.
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const [usual] = app.server.listeners('request') as ((...args: unknown[]) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (isClosing || !answerAtOnce(request, response, shortcuts, surroundings))
      usual!.call(app.server, request, response);
  });
}

function answerAtOnce(
  request: IncomingMessage,
  response: ServerResponse,
  shortcuts: Shortcut[],
  { admit, newId, answered, unsent }: Surroundings,
): boolean {
  const begun = performance.now();
  const ready = firstOf(request, shortcuts);
  if (!ready || !admit(request)) return false;
  const id = newId();
  response.writeHead(ready.status, [...ready.headers, REQUEST_ID, id]);
  response.end(ready.body, 'latin1');
  if (ready.body !== undefined && !isTaken(response)) unsent(request, response, ready.body);
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
