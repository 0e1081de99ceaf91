// alone: replaces what all shops of a process use
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startReceiver } from '../../tests/fixtures/traces.ts';
import { until } from '../../tests/until.ts';
import type { TracingOptions } from '../env/tracing.ts';
import { createTracer } from './tracer.ts';

/** A tracer whose receiver answers as `answer` does, with the numbers of spans that were told as lost. */
async function traceTo(answer: (response: ServerResponse) => void) {
  const receiver = await startReceiver(answer);
  const options: TracingOptions = {
    url: `${receiver.endpoint}/v1/traces`,
    ...{ headers: {}, service: 'test', sampler: 'always_on', ratio: 1, delayMs: 10 },
  };
  const tracer = createTracer(options);
  const lost: number[] = [];
  tracer.onLost((count) => lost.push(count));
  return {
    lost,
    received: () => receiver.spans.length,
    end(count: number) {
      for (let n = 0; n < count; n += 1) tracer.begin('work', 'internal', {})!.end();
    },
    stop: () => tracer.close(),
    async close() {
      await tracer.close();
      await receiver.close();
    },
  };
}

test('spans that the receiver refuses are told as lost', async () => {
  const traced = await traceTo((response) => response.end('{"partialSuccess":{"rejectedSpans":"3"}}'));
  traced.end(5);
  await until(async () => traced.lost.length > 0);
  assert.deepEqual(traced.lost, [3]);
  await traced.close();
});

test('spans for which the queue has no room are told as lost, the last ones at the stop', async () => {
  const traced = await traceTo((response) => response.end('{}'));
  traced.end(5000);
  const lost = () => traced.lost.reduce((sum, count) => sum + count, 0);
  // A stop that gives up after two seconds still delivers, where the machine is slow.
  const stopped = traced.stop();
  await until(async () => traced.received() + lost() === 5000);
  assert.ok(lost() > 2000);
  await stopped;
  await traced.close();
});

test('an answer is read as far as it may say something, whatever follows', async () => {
  let wasCutOff = false;
  let written = 0;
  const traced = await traceTo((response) => {
    response.on('close', () => {
      wasCutOff = true;
    });
    const drip = () => {
      // Read without end, it would go on until the delivery's time is over, long after this much.
      if (response.destroyed || written > 64 * 1024 ** 2) return;
      written += 64 * 1024;
      response.write('['.repeat(64 * 1024), () => setImmediate(drip));
    };
    drip();
  });
  traced.end(1);
  await until(async () => wasCutOff);
  await traced.close();
  // What the connection's buffers take, and no more.
  assert.ok(written < 32 * 1024 ** 2, `${written} bytes were taken`);
});

test('nobody waits for a receiver that does not answer', async () => {
  const traced = await traceTo(() => {});
  traced.end(1);
  // Before the five seconds of a delivery are over: timers of one process end in their order, however busy the machine is.
  const isLate = setTimeout(4_000, 'late', { ref: false });
  const ended = await Promise.race([traced.stop(), isLate]);
  await traced.close();
  assert.equal(ended, undefined);
});
