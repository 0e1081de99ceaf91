import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLeftAlone, watchTouches } from './attended.ts';

test('a page is left alone when nobody has touched it for a minute', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const window = new EventTarget();
  watchTouches(window);
  window.dispatchEvent(new Event('pointermove'));
  assert.equal(isLeftAlone(), false);
  t.mock.timers.tick(61_000);
  assert.equal(isLeftAlone(), true);
  window.dispatchEvent(new Event('keydown'));
  assert.equal(isLeftAlone(), false);
});
