import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Does something with a signal that is aborted when the client is gone. */
export async function whileConnected<T>(
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const end = () => gone.abort();
  socket.once('close', end);
  if (socket.destroyed) end();
  return work(gone.signal).finally(() => socket.off('close', end));
}

/** Throws 400 when the sender of a form is gone before it is read: its end was told already, and reading would wait for it for ever. */
export function requireSender({ raw }: Pick<FastifyRequest, 'raw'>): void {
  if (raw.destroyed) throw new Problem('broken_upload');
}
