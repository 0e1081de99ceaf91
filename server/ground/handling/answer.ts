import { Readable } from 'node:stream';
import { ReadyBytes } from './ready-bytes.ts';

/** A body that is sent as it is. */
export type Bytes = Buffer | Readable | ReadyBytes | string;

interface AnswerOptions {
  status?: number;
  /** Given where everyone gets this answer, and may get it again for as long as this says so. See Replay. */
  isCurrent?: () => boolean;
}

/**
 * An answer with headers. A body of `Bytes` is sent as it is; anything else is JSON, which is checked against the contract's
 * schema. Without a status it has that of the call's success.
 */
export class Answer<T = Bytes> {
  readonly body: T;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;
  readonly isCurrent: () => boolean;

  constructor(body: T, headers: Record<string, string>, { status, isCurrent }: AnswerOptions = {}) {
    this.body = body;
    this.headers = headers;
    this.status = status;
    this.isCurrent = isCurrent ?? (() => false);
  }
}

export function isBytes(body: unknown): body is Bytes {
  return (
    typeof body === 'string' ||
    Buffer.isBuffer(body) ||
    body instanceof Readable ||
    body instanceof ReadyBytes
  );
}
