// Loaded with OpenTelemetry only (tracer.ts).
import { TraceFlags } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { z } from 'zod';
import type { TracingOptions } from '../env/tracing.ts';

/** Ended spans that wait to be sent at most: what comes beyond them is dropped. About 2 MB. */
const QUEUE = 2048;
/** Milliseconds that one delivery may take. It is not tried again. */
const DELIVERY_MS = 5_000;
/** Milliseconds between two reports that spans were lost. */
const REPORTS_MS = 5 * 60_000;
/** Bytes of an answer that are read: it says at most how many spans were refused. */
const MOST_OF_ANSWER = 16 * 1024;

/** What a receiver answers (ExportTraceServiceResponse of opentelemetry-proto); numbers of 64 bits are texts in JSON. */
const AnswerSchema = z.object({
  partialSuccess: z.object({ rejectedSpans: z.coerce.number().int().min(0).max(QUEUE) }),
});

type Exported = Parameters<SpanExporter['export']>;

/**
 * Sends spans in batches, and counts those that did not arrive. OpenTelemetry's own exporter would read and parse answers of megabytes, and
 * wait for as long as a receiver goes on sending a byte now and then.
 */
export class Delivery implements SpanExporter {
  /** Hands ended spans over. */
  readonly processor: SpanProcessor;
  readonly #options: TracingOptions;
  #listener: (spans: number) => void = () => {};
  /** Spans that wait in the processor. */
  #waiting = 0;
  #lost = 0;
  #report: NodeJS.Timeout | undefined;

  constructor(options: TracingOptions) {
    this.#options = options;
    const batches = new BatchSpanProcessor({
      exporter: this,
      maxQueueSize: QUEUE,
      scheduledDelayMillis: options.delayMs,
      exportTimeoutMillis: DELIVERY_MS,
    });
    this.processor = {
      onStart: (...started) => batches.onStart(...started),
      onEnd: (span) => {
        this.#count(span);
        batches.onEnd(span);
      },
      forceFlush: () => batches.forceFlush(),
      shutdown: () => batches.shutdown(),
    };
  }

  /** Calls `listener` with the number of spans that did not arrive: at once, then after five minutes for all that came meanwhile. */
  onLost(listener: (spans: number) => void): void {
    this.#listener = listener;
  }

  export(...[spans, done]: Exported): void {
    this.#waiting -= spans.length;
    const delivered = this.#deliver(spans).catch(() => spans.length);
    void delivered.then((lost) => {
      if (lost > 0) this.#lose(lost);
      // 0 is success. A failure would be told a second time, to nobody.
      done({ code: 0 });
    });
  }

  async shutdown(): Promise<void> {
    clearTimeout(this.#report);
    if (this.#lost > 0) this.#listener(this.#lost);
  }

  /** The processor drops a span for which it has no room, and tells nobody. */
  #count(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#waiting >= QUEUE) this.#lose(1);
    else this.#waiting += 1;
  }

  /** Returns how many of the spans were refused. */
  async #deliver(spans: ReadableSpan[]): Promise<number> {
    const response = await fetch(this.#options.url, {
      method: 'POST',
      headers: { ...this.#options.headers, 'content-type': 'application/json' },
      body: new Uint8Array(JsonTraceSerializer.serializeRequest(spans)!),
      redirect: 'error',
      signal: AbortSignal.timeout(DELIVERY_MS),
    });
    const text = await readSome(response);
    if (!response.ok) return spans.length;
    const { data } = AnswerSchema.safeParse(parse(text));
    return Math.min(spans.length, data?.partialSuccess.rejectedSpans ?? 0);
  }

  #lose(spans: number): void {
    this.#lost += spans;
    if (!this.#report) this.#tell();
  }

  #tell(): void {
    this.#listener(this.#lost);
    this.#lost = 0;
    this.#report = setTimeout(() => {
      this.#report = undefined;
      if (this.#lost > 0) this.#tell();
    }, REPORTS_MS).unref();
  }
}

/** The beginning of an answer; the rest is not waited for. */
async function readSome({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MOST_OF_ANSWER) break;
  }
  return Buffer.concat(parts).subarray(0, MOST_OF_ANSWER).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
