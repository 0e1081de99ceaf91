import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTracing } from './tracing.ts';
import { EnvError, Variables } from './variables.ts';

function read(source: Record<string, string>) {
  const variables = new Variables(source);
  const options = readTracing(variables);
  variables.check();
  return options;
}

test('without an endpoint nothing is traced, whatever else is set for a whole machine', () => {
  assert.equal(read({ OTEL_TRACES_SAMPLER: 'jaeger_remote', OTEL_SERVICE_NAME: 'x' }), undefined);
});

test('the standard variables are read', () => {
  assert.deepEqual(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eDp5==, x-team = shop',
      OTEL_SERVICE_NAME: 'parts',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_BSP_SCHEDULE_DELAY: '1000',
    }),
    {
      url: 'https://traces.example.com/otlp/v1/traces',
      headers: { authorization: 'Basic eDp5==', 'x-team': 'shop' },
      service: 'parts',
      sampler: 'parentbased_traceidratio',
      ratio: 0.25,
      delayMs: 1000,
    },
  );
});

test('the variables of traces win over those of all signals, and their endpoint is the whole address', () => {
  const options = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://all.example.com',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-of=all',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/intake',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-of=traces',
  });
  assert.equal(options?.url, 'https://traces.example.com/intake');
  assert.deepEqual(options?.headers, { 'x-of': 'traces' });
  assert.equal(
    read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' })?.url,
    'http://localhost:4318/v1/traces',
  );
  assert.throws(() => read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'x' }), /OTLP_TRACES_ENDPOINT is to be/);
});

test('all that is wrong is named at once, without repeating a key', () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317',
    OTEL_EXPORTER_OTLP_HEADERS: 'a key with\u00a0no name',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '1.5',
  };
  assert.throws(
    () => read(wrong),
    (error) =>
      error instanceof EnvError &&
      Object.keys(wrong).every((name) => error.message.includes(name)) &&
      !error.message.includes('no name'),
  );
});
