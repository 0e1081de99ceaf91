import type { Env } from '../../ground/env.ts';
import { type Finding, notUsed, reasonOf, well, wrong } from './finding.ts';

const TIMEOUT_MS = 10_000;

/** Sends no spans to where traces go, as an exporter without anything to tell would. */
export async function lookAtTraces({ tracing }: Pick<Env, 'tracing'>): Promise<Finding[]> {
  if (!tracing) return [notUsed('OTEL_EXPORTER_OTLP_ENDPOINT is not set: nothing is traced.')];
  const todo =
    'Name a receiver of OTLP by HTTP that takes JSON in OTEL_EXPORTER_OTLP_ENDPOINT, such as http://localhost:4318 of a collector, or its whole address in OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, and its key in OTEL_EXPORTER_OTLP_HEADERS, or OTEL_EXPORTER_OTLP_TRACES_HEADERS.';
  try {
    const { ok, status } = await fetch(tracing.url, {
      method: 'POST',
      headers: { ...tracing.headers, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ok
      ? [well('The receiver takes traces.')]
      : [wrong(`The receiver does not take traces (${status}).`, todo)];
  } catch (error) {
    return [wrong(`The receiver of traces cannot be reached (${reasonOf(error)}).`, todo)];
  }
}
