import { connect, type Socket } from 'node:net';

/** What a load came to. Times are of one request, in milliseconds. */
export interface LoadResult {
  answers: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers by status. */
  statuses: Record<number, number>;
  /** Connections that ended before their answer. */
  broken: number;
}

export interface Load {
  origin: string;
  connections: number;
  seconds: number;
  /** The bytes of the next request. */
  next: () => Buffer;
  /** Ends after so many answers, if that is earlier. */
  most?: number;
}

/** The bytes of a request. */
export function requestBytes(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: new URL(origin).host,
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(content)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
}

/**
 * Sends requests over connections that stay open, each the next one as soon as the answer before is read. It writes bytes
 * that lie ready and reads no more of an answer than its status and length, so that the server is what limits: an HTTP
 * client of Node takes longer for a request than a server for its answer.
 */
export async function load({
  origin,
  connections,
  seconds,
  next,
  most = Number.POSITIVE_INFINITY,
}: Load): Promise<LoadResult> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  let broken = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const isOver = () => times.length >= most || performance.now() >= end;
      while (!isOver()) {
        await converse(origin, next, isOver, (status, milliseconds) => {
          times.push(milliseconds);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }).catch(() => {
          broken += 1;
        });
      }
    }),
  );
  const took = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  return {
    answers: times.length,
    perSecond: times.length / took,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    statuses,
    broken,
  };
}

/** The value below which a part of sorted values lies. */
export function quantile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Requests and answers on one connection until it is over, or until the server closes it. */
function converse(
  origin: string,
  next: () => Buffer,
  isOver: () => boolean,
  onAnswer: (status: number, milliseconds: number) => void,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let sent = 0;
    let status = 0;
    /** Bytes of the answer that are still to come, once its head is read. */
    let left = -1;
    let head: Buffer | undefined;
    let closes = false;

    function send(): void {
      sent = performance.now();
      left = -1;
      head = undefined;
      socket.write(next());
    }

    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      if (left >= 0) {
        left -= chunk.length;
      } else {
        head = head ? Buffer.concat([head, chunk]) : chunk;
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        status = Number(head.toString('latin1', 9, 12));
        const fields = head.toString('latin1', 0, headEnd).toLowerCase();
        closes = fields.includes('\r\nconnection: close');
        const length = /\r\ncontent-length: (\d+)/.exec(fields)?.[1];
        if (length === undefined && status !== 304 && status !== 204) {
          socket.destroy();
          reject(new Error(`an answer ${status} without a length`));
          return;
        }
        left = Number(length ?? 0) - (head.length - headEnd - 4);
      }
      if (left > 0) return;
      onAnswer(status, performance.now() - sent);
      if (!isOver() && !closes) send();
      else {
        socket.destroy();
        resolve();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed')));
  });
}
