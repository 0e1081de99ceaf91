import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { tellMeasure } from './measures.ts';

test('a measure that takes long keeps no other one from being told, and is told once it is known', async () => {
  const registry = new Registry();
  const slow = Promise.withResolvers<number>();
  tellMeasure(registry, { name: 'slow', help: 'Waits', read: () => slow.promise });
  tellMeasure(registry, { name: 'quick', help: 'Is there', read: async () => 1 });
  const told = await registry.metrics();
  assert.match(told, /^quick 1$/m);
  assert.doesNotMatch(told, /^slow /m);
  slow.resolve(2);
  assert.match(await registry.metrics(), /^slow 2$/m);
});
