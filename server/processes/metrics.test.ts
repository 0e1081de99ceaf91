import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Gauge, Registry } from 'prom-client';
import { connect } from '../../tests/fixtures/channel.ts';
import type { OfServing } from './calls.ts';
import { type Calls, Channel } from './channel.ts';
import { joinMetrics } from './metrics.ts';

test('metrics are added up, and those of the database taken once; a process that does not answer is left out', async () => {
  const measuring = (requests: number) => {
    const registry = new Registry();
    const registers = [registry];
    new Counter({ name: 'requests', help: 'h', registers }).inc(requests);
    new Gauge({ name: 'orders', help: 'h', registers, aggregator: 'first' }).set(7);
    const [here, there] = connect();
    new Channel<Calls, OfServing>(there, {
      measure: () => registry.getMetricsAsJSON(),
      stop: () => undefined,
    });
    return new Channel<OfServing, Calls>(here, {});
  };
  const hanging = new Channel<OfServing, Calls>({ send: (_, sent) => sent(null), on: () => {} }, {});
  const text = await joinMetrics([measuring(2), hanging, measuring(3)], new Registry());
  assert.match(text, /^requests 5$/m);
  assert.match(text, /^orders 7$/m);
});
