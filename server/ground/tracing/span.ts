import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** The name of the shop's tracer: nobody else's spans are exported (export.ts). */
export const TRACER = 'northbridge';

/** Returns the shop's tracer, which does nothing unless traces are exported. */
export const tracer = (): Tracer => trace.getTracer(TRACER);

/** Returns the span that the running code is for, if it is traced. */
export const currentSpan = (): Span | undefined => trace.getActiveSpan();

/**
 * Begins a span below the current one. Returns undefined where there is none, or it has ended.
 * @param attributes names from the code, ids of requests, statuses and counts: never text that a person typed, and no parameter
 */
export function beginPart(name: string, kind: SpanKind, attributes: Attributes = {}): Span | undefined {
  if (!currentSpan()?.isRecording()) return undefined;
  return tracer().startSpan(name, { kind, attributes });
}

/** Runs `work` with `span` as the current span, or without one, and returns its result. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return context.with(span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT, work);
}

/**
 * Runs `work` as a part of the current span, and returns its result. Without a current span it only runs `work`.
 * @param service the service that is called
 */
export function traced<T>(name: string, service: string, work: () => Promise<T>): Promise<T> {
  const span = beginPart(name, SpanKind.CLIENT, { 'peer.service': service });
  return span ? endWith(span, within(span, work)) : work();
}

/** Ends a span when a promise settles, with its error if it rejects. Returns the result of the promise. */
export async function endWith<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    const result = await work;
    span.end();
    return result;
  } catch (error) {
    endSpan(span, failureOf(error));
    throw error;
  }
}

/** Ends a span. @param failure the code or the name of the error it failed with, never a message */
export function endSpan(span: Span, failure: string | undefined): void {
  if (failure !== undefined)
    span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Returns an error's code, or else the name of its class. Never its message, which may quote what a person typed. */
export function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const said = [code, name].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one));
  return (said as string | undefined) ?? 'error';
}
