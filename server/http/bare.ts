import type { Socket } from 'node:net';
import type { Problem } from '../ground/handling/problem.ts';

/** Answers a request that the app cannot answer on the bare connection, which is then closed. */
export function answerBare(socket: Socket, problem: Problem): void {
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
