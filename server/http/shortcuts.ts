import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Answers a request at once, or answers false and leaves it to the next, and at last to the app. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Lets shortcuts come before everything else that the app does with a request: what it does costs more than an answer. */
export function mountShortcuts(app: FastifyInstance, shortcuts: Shortcut[]): void {
  let isClosing = false;
  // From then on the usual way answers, which ends the connections: the server waits for all of them.
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const [usual] = app.server.listeners('request') as ((...args: unknown[]) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (isClosing || !shortcuts.some((answer) => answer(request, response)))
      usual!.call(app.server, request, response);
  });
}
