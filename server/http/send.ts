import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../ground/handling/answer.ts';
import { ReadyBytes } from '../ground/handling/ready-bytes.ts';
import type { Replay } from './replay.ts';

/**
 * Sends an answer of bytes: those that lie ready in the encoding that the client takes, or 304 when it has them.
 * @param name of the call, for logs and metrics
 * @param replay remembers the answer while it is current; undefined for what clients can make up without end
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers, status = 200, isCurrent }: Answer,
  name: string,
  replay: Replay | undefined,
): Promise<FastifyReply> {
  reply.code(status).headers(headers);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (status === 304) return reply.removeHeader('content-type').send();
  if (!(body instanceof ReadyBytes)) return sendNow(body);
  reply.headers(body.headers);
  if (status === 200 && body.isKnown(request.headers['if-none-match']))
    return reply.code(304).removeHeader('content-type').send();
  const { bytes, encoding } = await body.encoded(request.headers['accept-encoding']?.toString());
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return sendNow(bytes);

  function sendNow(bytes: Buffer | Readable | string): FastifyReply {
    if (isCurrent() && Buffer.isBuffer(bytes)) replay?.remember(request, reply, name, bytes, isCurrent);
    return reply.send(bytes);
  }
}
