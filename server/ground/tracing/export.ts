// Loaded only where traces are exported (start.ts): with it comes OpenTelemetry's SDK.
import { setTimeout as pause } from 'node:timers/promises';
import { context, diag, ProxyTracerProvider, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingOptions } from '../env/tracing.ts';
import { TRACER } from './span.ts';

/** Milliseconds that one delivery may take. */
const DELIVERY_MS = 5_000;
/** Milliseconds that a stop waits for the last deliveries: a process has 15 seconds, most of them for its requests. */
const CLOSING_MS = 2_000;
/** Milliseconds between two reports that traces were lost. */
const REPORTS_MS = 5 * 60_000;

/** The export of the process's traces. */
export interface TraceExport {
  /** Calls the listener when spans were not delivered, at most every five minutes. */
  onLost(listener: () => void): void;
  /** Delivers the spans that are left. Gives up after two seconds, so that a stop does not wait for the receiver. */
  close(): Promise<void>;
}

/**
 * Exports the shop's spans by OTLP over HTTP, in JSON. Packages that would trace by themselves get a tracer that does nothing: their spans
 * have addresses and parameters.
 * @param place number of this process among those of its start
 */
export function exportTraces(options: TracingOptions, place = 0): TraceExport {
  const { url, headers, service, delayMs } = options;
  let listener = () => {};
  let toldAt = Number.NEGATIVE_INFINITY;
  // What the SDK says of a failure may quote what the receiver has answered.
  const tell = () => {
    if (performance.now() - toldAt < REPORTS_MS) return;
    toldAt = performance.now();
    listener();
  };
  const ignore = () => {};
  diag.setLogger({ error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore });
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: DELIVERY_MS });
  const provider = new TracerProvider({
    sampler: samplerOf(options),
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': crypto.randomUUID(),
      'northbridge.process': place,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: delayMs,
        exportTimeoutMillis: DELIVERY_MS,
      }),
    ],
  });
  const nothing = new ProxyTracerProvider();
  trace.setGlobalTracerProvider({
    getTracer: (name, ...rest) => (name === TRACER ? provider : nothing).getTracer(name, ...rest),
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return {
    onLost(told) {
      listener = told;
    },
    async close() {
      await Promise.race([provider.shutdown().catch(tell), pause(CLOSING_MS, undefined, { ref: false })]);
      trace.disable();
      context.disable();
      diag.disable();
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
