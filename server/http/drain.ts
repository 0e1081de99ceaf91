import type { Server } from 'node:http';

/**
 * How a process leaves its load balancer without a failed request: from `begin` on it is not ready (`/readyz`), serves everything
 * else as before, and ends each connection with its answer, so that no later request is sent on one that is about to close.
 */
export class Drain {
  #hasBegun = false;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
  }

  /** Ends connections with their answers, also those that are sent without the app. */
  endConnections(server: Server): void {
    server.prependListener('request', (_request, response) => {
      if (this.#hasBegun) response.setHeader('connection', 'close');
    });
  }
}
