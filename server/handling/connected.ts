import type { FastifyRequest } from 'fastify';

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
