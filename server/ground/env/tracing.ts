import { withoutSlashesAtEnd } from './network.ts';
import type { Variables } from './variables.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces go, and which. */
export interface TracingOptions {
  /** Takes OTLP by HTTP in JSON. */
  url: string;
  /** Sent along: may hold a key. */
  headers: Record<string, string>;
  service: string;
  sampler: (typeof SAMPLERS)[number];
  /** Share of traces that are kept, for samplers by ratio. */
  ratio: number;
  /** Milliseconds that spans wait for others to be sent with. */
  delayMs: number;
}

/**
 * Reads OpenTelemetry's own variables (https://opentelemetry.io/docs/specs/otel/protocol/exporter): those of traces win over those of all
 * signals. Without an endpoint nothing is traced, and the others may say what they like.
 */
export function readTracing(variables: Variables): TracingOptions | undefined {
  const [endpointName, headersName] = (['ENDPOINT', 'HEADERS'] as const).map((what) => {
    const ofTraces = `OTEL_EXPORTER_OTLP_TRACES_${what}`;
    return variables.get(ofTraces) === undefined ? `OTEL_EXPORTER_OTLP_${what}` : ofTraces;
  }) as [string, string];
  if (variables.get(endpointName) === undefined) return undefined;
  // A key in the address would be told wherever the address is.
  const endpoint = variables.fitting(
    endpointName,
    (text) => /^https?:\/\//.test(text) && !/[@?#\s]/.test(text) && URL.canParse(text),
    `an http(s) address without a user, a query or a key, such as http://localhost:4318${endpointName.includes('TRACES') ? '/v1/traces' : ''}; keys are for ${headersName}`,
  );
  const headers = variables.fitting(
    headersName,
    (text) => parseHeaders(text) !== undefined,
    'names and values, such as authorization=Bearer%20key,x-team=shop',
  );
  const service = variables.fitting(
    'OTEL_SERVICE_NAME',
    (text) => text.length <= 100,
    'a name of 100 characters at most',
  );
  const ratio = variables.fitting(
    'OTEL_TRACES_SAMPLER_ARG',
    (text) => /^(0|1|[01]?[.]\d{1,10})$/.test(text) && Number(text) <= 1,
    'the share of traces to keep, from 0 to 1, such as 0.1',
  );
  const sampler = variables.oneOf('OTEL_TRACES_SAMPLER', 'parentbased_always_on', SAMPLERS);
  return {
    // The endpoint of traces is the whole address.
    url: endpointName.includes('TRACES') ? (endpoint ?? '') : `${withoutSlashesAtEnd(endpoint)}/v1/traces`,
    headers: parseHeaders(headers ?? '') ?? {},
    service: service ?? 'northbridge',
    sampler,
    ratio: Number(ratio ?? 1),
    delayMs: variables.wholeNumber('OTEL_BSP_SCHEDULE_DELAY', 5_000, 1, 60_000),
  };
}

/** Headers as OpenTelemetry writes them: `name=value`, with commas between, values escaped as in an address. */
function parseHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const entry of text.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const [name = '', ...rest] = entry.split('=');
    const value = rest.length === 0 ? undefined : decode(rest.join('=').trim());
    // A token and printable ASCII, as a header is.
    if (!/^[\w!#$%&'*.^`|~+-]+$/.test(name.trim()) || value === undefined || !/^[\x20-\x7e]*$/.test(value))
      return undefined;
    headers[name.trim()] = value;
  }
  return headers;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
