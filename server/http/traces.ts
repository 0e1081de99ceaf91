import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { api, type CallName } from '#contract/api.ts';
import { type RemoteParent, type Span, type Tracer, within } from '../tracing/span.ts';

/** Traces the requests of an app: method, pattern of the route, status, and the request id that the log has. */
export class RequestTraces {
  readonly #tracer: Tracer;
  readonly #trust: ((address: string, hop: number) => boolean) | undefined;
  readonly #spans = new WeakMap<IncomingMessage, Span>();

  /** @param trustProxy addresses of the proxies whose `traceparent` is believed */
  constructor(tracer: Tracer, trustProxy: string[] | undefined) {
    this.#tracer = tracer;
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
    return log.child(span ? { ...bindings, traceId: span.traceId } : bindings, options);
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
    return span.traceId;
  }

  #begin(request: IncomingMessage, id: string, startedAt?: number): Span | undefined {
    const { method = '' } = request;
    const span = this.#tracer.begin(
      method,
      'server',
      { 'http.request.method': method, 'northbridge.request_id': id },
      { parent: this.#parentOf(request), ...(startedAt !== undefined && { startedAt }) },
    );
    if (span) this.#spans.set(request, span);
    return span;
  }

  /** Anybody can send a `traceparent`: that of a stranger would write into others' traces, and choose what is kept. */
  #parentOf({ headers, socket }: IncomingMessage): RemoteParent | undefined {
    const { traceparent } = headers;
    if (typeof traceparent !== 'string' || !this.#trust?.(socket.remoteAddress ?? '', 0)) return undefined;
    const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
    return traceId && spanId && flags
      ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
      : undefined;
  }
}

/** Version 00 of https://www.w3.org/TR/trace-context. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A request is told by the pattern of its route; what has none is a page. */
function nameAs(span: Span, method: string | undefined, route?: string, call?: string): void {
  span.rename(`${method} ${route ?? 'page'}`);
  span.note({ ...(route && { 'http.route': route }), ...(call && { 'northbridge.call': call }) });
}

function end(span: Span, status: number): void {
  span.note({ 'http.response.status_code': status });
  span.end(status >= 500 ? String(status) : undefined);
}
