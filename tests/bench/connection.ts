import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A connection that sends one request after the other. It writes prepared bytes and reads only
 * status and length of a response, so that the server is the bottleneck: Node's HTTP client takes longer for a request than
 * a server for its response.
 */
export class Connection {
  /** Whether another request may be sent. */
  isOpen = true;
  readonly #socket: Socket;
  #settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;
  #status = 0;
  /** Remaining bytes of the response, once its head is read. Infinite while a response in chunks has not ended. */
  #left = -1;
  /** The last characters of a response in chunks. */
  #tail = '';
  #head: Buffer | undefined;
  #closes = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', (error) => this.#break(error));
    socket.on('close', () => this.#break(new Error('the connection was closed')));
  }

  static async open(origin: string): Promise<Connection> {
    const { hostname, port } = new URL(origin);
    // One reused buffer: garbage collection would pause the generator and count as response time.
    const onread = {
      buffer: Buffer.allocUnsafe(READ_AT_ONCE),
      callback(size: number, buffer: Uint8Array) {
        connection.#read(buffer.subarray(0, size));
        return true;
      },
    };
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
    const connection = new Connection(socket);
    await once(socket, 'connect');
    return connection;
  }

  /** Sends the bytes of a request; returns the status once the response is read. Rejects when the connection ends before. */
  ask(bytes: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#left = -1;
      this.#head = undefined;
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.isOpen = false;
    this.#socket.destroy();
  }

  #read(chunk: Uint8Array): void {
    if (this.#left >= 0) this.#left -= chunk.length;
    else if (!this.#readHead(chunk)) return;
    if (this.#left === Number.POSITIVE_INFINITY) this.#readEnd(chunk);
    if (this.#left > 0) return;
    if (this.#closes) this.close();
    this.#settle?.resolve(this.#status);
    this.#settle = undefined;
  }

  #readHead(chunk: Uint8Array): boolean {
    const head = this.#head
      ? Buffer.concat([this.#head, chunk])
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) {
      this.#head = Buffer.from(head);
      return false;
    }
    this.#status = Number(head.toString('latin1', 9, 12));
    const fields = head.toString('latin1', 0, end).toLowerCase();
    this.#closes = fields.includes('\r\nconnection: close');
    if (fields.includes('\r\ntransfer-encoding: chunked')) {
      this.#tail = '';
      this.#left = Number.POSITIVE_INFINITY;
      return true;
    }
    const length = /\r\ncontent-length: (\d+)/.exec(fields)?.[1];
    if (length === undefined && this.#status !== 304 && this.#status !== 204) {
      this.#break(new Error(`an answer ${this.#status} without a length`));
      return false;
    }
    this.#left = Number(length ?? 0) - (head.length - end - 4);
    return true;
  }

  /** Looks for the last, empty chunk. JSON has no line breaks that could be taken for it. */
  #readEnd(bytes: Uint8Array): void {
    const last = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
      'latin1',
      Math.max(0, bytes.length - LAST_CHUNK.length),
    );
    this.#tail = (this.#tail + last).slice(-LAST_CHUNK.length);
    if (this.#tail === LAST_CHUNK) this.#left = 0;
  }

  #break(error: Error): void {
    this.close();
    this.#settle?.reject(error);
    this.#settle = undefined;
  }
}

/** The end of a response in chunks. */
const LAST_CHUNK = '\r\n0\r\n\r\n';

/** Size of the read buffer. */
const READ_AT_ONCE = 65_536;

/** Returns the bytes of a request. */
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
