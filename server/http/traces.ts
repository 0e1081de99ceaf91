import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { api, type CallName } from '#contract/api.ts';
import { endSpan, tracer, within } from '../ground/tracing/span.ts';

/** Traces the requests of an app: method, pattern of the route, status, and the request id that the log has. */
export class RequestTraces {
  readonly #trust: ((address: string, hop: number) => boolean) | undefined;
  readonly #spans = new WeakMap<IncomingMessage, Span>();

  /** @param trustProxy addresses of the proxies whose `traceparent` is believed */
  constructor(trustProxy: string[] | undefined) {
    this.#trust = trustProxy && proxyAddr.compile(trustProxy);
  }

  /** Makes the log of a request, each line of which has the id of its trace. */
  readonly makeLog: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
    log,
    bindings,
    options,
    request,
  ) => {
    const span = this.#begin(request as IncomingMessage, bindings.reqId);
    return log.child(span ? { ...bindings, traceId: span.spanContext().traceId } : bindings, options);
  };

  /** Does what an app does for a request as work for its span, and ends that with the answer. */
  follow(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const span = this.#spans.get(request.raw);
      const route = request.is404 ? undefined : request.routeOptions.url;
      if (span) nameAs(span, request.method, route, request.routeOptions.config.call);
      within(span, done);
    });
    // A body that has arrived goes on from its connection, which works for no request.
    app.addHook('preValidation', (request, _reply, done) => within(this.#spans.get(request.raw), done));
    app.addHook('onResponse', (request, reply, done) => {
      const span = this.#spans.get(request.raw);
      if (span) end(span, reply.statusCode);
      done();
    });
  }

  /** Traces a request that a shortcut has answered, and returns the id of the trace. */
  answered(
    request: IncomingMessage,
    id: string,
    name: string,
    status: number,
    milliseconds: number,
  ): string | undefined {
    const span = this.#begin(request, id, Date.now() - milliseconds);
    if (!span) return undefined;
    if (Object.hasOwn(api, name)) nameAs(span, request.method, api[name as CallName].path, name);
    else nameAs(span, request.method);
    end(span, status);
    return span.spanContext().traceId;
  }

  #begin(request: IncomingMessage, id: string, startedAt?: number): Span | undefined {
    const { method = '' } = request;
    const span = tracer().startSpan(
      method,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'northbridge.request_id': id },
        ...(startedAt !== undefined && { startTime: startedAt }),
      },
      this.#parentOf(request),
    );
    if (!span.isRecording()) return undefined;
    this.#spans.set(request, span);
    return span;
  }

  /** Anybody can send a `traceparent`: that of a stranger would write into others' traces, and choose what is kept. */
  #parentOf({ headers, socket }: IncomingMessage): Context {
    const { traceparent } = headers;
    if (typeof traceparent !== 'string' || !this.#trust?.(socket.remoteAddress ?? '', 0)) return ROOT_CONTEXT;
    const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
    return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  }
}

/** Version 00 of https://www.w3.org/TR/trace-context. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A request is told by the pattern of its route; what has none is a page. */
function nameAs(span: Span, method: string | undefined, route?: string, call?: string): void {
  span.updateName(`${method} ${route ?? 'page'}`);
  span.setAttributes({ ...(route && { 'http.route': route }), ...(call && { 'northbridge.call': call }) });
}

function end(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  endSpan(span, status >= 500 ? String(status) : undefined);
}
