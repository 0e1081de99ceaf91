// Loaded only where traces are exported (start.ts): with it comes OpenTelemetry.
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  isSpanContextValid,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingOptions } from '../env/tracing.ts';
import { Delivery } from './delivery.ts';
import type { Attributes, Kind, RemoteParent, Span, Tracer } from './span.ts';

/** Parts of one request or job that are kept, so that one import does not fill the queue. */
const MOST_PARTS = 500;
/** Milliseconds that a stop waits for the last deliveries: a process has 15 seconds, most of them for its requests. */
const CLOSING_MS = 2_000;
const KINDS: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/**
 * Exports spans by OTLP over HTTP, in JSON. It registers nothing for the whole process, so that no package begins to trace by itself.
 * @param place number of this process among those of its start
 */
export function createTracer(options: TracingOptions, place = 0): Tracer {
  const delivery = new Delivery(options);
  const provider = new TracerProvider({
    sampler: samplerOf(options),
    resource: resourceFromAttributes({
      'service.name': options.service,
      'service.instance.id': crypto.randomUUID(),
      'northbridge.process': place,
    }),
    spanProcessors: [delivery.processor],
  });
  const tracing = provider.getTracer('northbridge');
  return {
    begin(name, kind, attributes, { parent, startedAt } = {}) {
      const span = tracing.startSpan(
        name,
        { kind: KINDS[kind], attributes, ...(startedAt !== undefined && { startTime: startedAt }) },
        contextOf(parent),
      );
      return span.isRecording() ? new ExportedSpan(tracing, span) : undefined;
    },
    onLost: (listener) => delivery.onLost(listener),
    async close() {
      const closed = provider.shutdown().catch(() => {});
      await Promise.race([closed, pause(CLOSING_MS, undefined, { ref: false })]);
    },
  };
}

function samplerOf({ sampler, ratio }: TracingOptions): Sampler {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function contextOf(parent: RemoteParent | undefined): Context {
  const { traceId, spanId, isSampled } = parent ?? { traceId: '', spanId: '', isSampled: false };
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const context = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

/** What the spans of one request or job have in common. */
interface Whole {
  hasEnded: boolean;
  parts: number;
}

/** A span of OpenTelemetry's, which its tracer exports when it ends. */
class ExportedSpan implements Span {
  readonly #tracing: OtelTracer;
  readonly #span: OtelSpan;
  readonly #whole: Whole;
  readonly #isPart: boolean;

  constructor(tracing: OtelTracer, span: OtelSpan, whole?: Whole) {
    this.#tracing = tracing;
    this.#span = span;
    this.#isPart = whole !== undefined;
    this.#whole = whole ?? { hasEnded: false, parts: 0 };
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  begin(name: string, kind: Kind, attributes: Attributes = {}): Span | undefined {
    const whole = this.#whole;
    // A timer that a request has set goes on for longer, and is no part of it.
    if (whole.hasEnded) return undefined;
    whole.parts += 1;
    if (whole.parts > MOST_PARTS) return undefined;
    const context = trace.setSpan(ROOT_CONTEXT, this.#span);
    return new ExportedSpan(
      this.#tracing,
      this.#tracing.startSpan(name, { kind: KINDS[kind], attributes }, context),
      whole,
    );
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  note(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  link(other: Span): void {
    if (other instanceof ExportedSpan) this.#span.addLink({ context: other.#span.spanContext() });
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.#span.setAttribute('error.type', failure);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    if (!this.#isPart) {
      this.#whole.hasEnded = true;
      const left = this.#whole.parts - MOST_PARTS;
      if (left > 0) this.#span.setAttribute('northbridge.parts_left_out', left);
    }
    this.#span.end();
  }
}
