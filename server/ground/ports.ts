import { createServer } from 'node:net';

/** A port that nobody listens at, for what cannot choose one itself. Rejects as `tryPort` does. */
export function findFreePort(host = '127.0.0.1'): Promise<number> {
  return tryPort(host, 0);
}

/** Opens a port for a moment and answers which it was. Rejects with the system's error when that is not possible. */
export function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port }, () => {
      const { port: found } = server.address() as { port: number };
      server.close(() => resolve(found));
    });
  });
}
