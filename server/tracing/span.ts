import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a span has besides its name and its times: names from the code, request ids, statuses and counts. Never text that a person
 * has typed, and never a parameter of a statement.
 */
export type Attributes = Readonly<Record<string, string | number>>;

/** `server`: a request to the shop; `client`: a call to the database or another service; `internal`: work of this process. */
export type Kind = 'server' | 'client' | 'internal';

/** A traced operation, from its begin to its end: a request, a job, or a part of one. */
export interface Span {
  readonly traceId: string;
  /** Begins a child span. Returns undefined when the request or job has ended, or already has the most spans that are kept of one. */
  begin(name: string, kind: Kind, attributes?: Attributes): Span | undefined;
  rename(name: string): void;
  /** Adds attributes. */
  note(attributes: Attributes): void;
  /** Links to a span of another trace that did work for this one, such as a batch. */
  link(other: Span): void;
  /** Ends it. @param failure the code or the name of the error it failed with, never a message */
  end(failure?: string): void;
}

/** The span of another process that called this one, from the header `traceparent`. */
export interface RemoteParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Begins traces. A shop has one when it exports traces, and otherwise none. */
export interface Tracer {
  /** Begins the span of a request or a job. Returns undefined when the sampler does not keep it. */
  begin(
    name: string,
    kind: Kind,
    attributes: Attributes,
    options?: { parent?: RemoteParent | undefined; startedAt?: number },
  ): Span | undefined;
  /** Calls the listener with the number of spans that were not delivered, at most every five minutes. */
  onLost(listener: (spans: number) => void): void;
  /** Delivers the spans that are left. Gives up after two seconds, so that a stop does not wait for the receiver. */
  close(): Promise<void>;
}

const spans = new AsyncLocalStorage<Span | undefined>();

/** Returns the current span of the running code, if it is traced. */
export function currentSpan(): Span | undefined {
  return spans.getStore();
}

/** Runs `work` with `span` as the current span, or without one, and returns its result. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return spans.run(span, work);
}

/**
 * Runs `work` as a child span of the current span, and returns its result. Without a current span it only runs `work`.
 * @param service the service that is called
 */
export function traced<T>(name: string, service: string, work: () => Promise<T>): Promise<T> {
  const span = currentSpan()?.begin(name, 'client', { 'peer.service': service });
  return span ? endWith(span, within(span, work)) : work();
}

/** Ends a span when a promise settles, with its error if it rejects. Returns the result of the promise. */
export async function endWith<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    const result = await work;
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** Returns an error's code, or else the name of its class. Never its message, which may quote what a person typed. */
export function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const said = [code, name].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one));
  return (said as string | undefined) ?? 'error';
}
