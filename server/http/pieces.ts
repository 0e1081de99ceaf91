import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Problem } from '../ground/handling/problem.ts';
import { answerBare } from './bare.ts';

/**
 * Pieces (chunks, or what one read of the connection gave) that a body may come in, however small they are, and bytes for
 * which it may come in one more. A network or a proxy sends at least 500 bytes in a piece.
 */
export const PIECES = 2_000;
const BYTES_OF_MORE = 256;

/**
 * Bounds the pieces that every body comes in, whoever reads it: each costs processor time, however small it is. A body in
 * more is answered 413 on the bare connection, which is then closed.
 */
export function boundPieces(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
    if (encoding === undefined && length === undefined) return;
    countPieces(request, response);
    response.once('finish', () => {
      if (request.complete) return;
      // A body that nobody has read is parsed to its end, which it need not have, and its pieces come to nobody.
      if (encoding !== undefined && !request.readableDidRead) return request.socket.destroySoon();
      // What was left of a refused one is read and thrown away: the client's next request on the connection comes behind it.
      request.unpipe();
      request.resume();
    });
  });
}

/** Node's parser hands each piece to `push`, also while nobody reads yet, and when the rest of a body is not wanted any more. */
function countPieces(request: IncomingMessage, response: ServerResponse): void {
  const { push } = request;
  let pieces = 0;
  let bytes = 0;
  request.push = (piece: Buffer | null, encoding) => {
    pieces += 1;
    bytes += piece?.length ?? 0;
    const most = PIECES + bytes / BYTES_OF_MORE;
    if (piece === null || pieces <= most) return push.call(request, piece, encoding);
    if (pieces - 1 <= most) refuse(request, response);
    // No more is read from the connection.
    return false;
  };
}

function refuse({ socket }: IncomingMessage, response: ServerResponse): void {
  // Without a socket of its own the answer would come before those to earlier requests.
  if (response.socket && !response.headersSent) answerBare(socket, TOO_LARGE);
  else socket.destroy();
}

const TOO_LARGE = new Problem('too_large', { what: 'body' });
