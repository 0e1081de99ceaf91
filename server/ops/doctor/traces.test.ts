import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReceiver } from '../../../tests/fixtures/traces.ts';
import { readTracing } from '../../ground/env/tracing.ts';
import { Variables } from '../../ground/env/variables.ts';
import { lookAtTraces } from './traces.ts';

const verdictOf = async (OTEL_EXPORTER_OTLP_ENDPOINT?: string) => {
  const tracing = readTracing(new Variables({ OTEL_EXPORTER_OTLP_ENDPOINT }));
  const [finding] = await lookAtTraces({ tracing });
  return finding?.verdict;
};

test('the receiver of traces is tried without a span', async () => {
  const [taking, refusing] = [await startReceiver(), await startReceiver(401)];
  assert.equal(await verdictOf(), 'not used');
  assert.equal(await verdictOf(`${taking.endpoint}/`), 'well');
  assert.equal(await verdictOf(refusing.endpoint), 'wrong');
  await Promise.all([taking.close(), refusing.close()]);
  assert.equal(await verdictOf(taking.endpoint), 'wrong');
  assert.equal(taking.text(), '{"resourceSpans":[]}');
});
