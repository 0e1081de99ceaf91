import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuresOf } from './units.ts';

test('a unit means the same however many others have been asked for', () => {
  const before = measuresOf('GB');
  for (let n = 0; n < 2_000; n += 1)
    assert.deepEqual(measuresOf(`unit${n}`), [{ of: `unit${n}`, factor: 1 }]);
  assert.deepEqual(measuresOf('GB'), before);
  assert.notDeepEqual(measuresOf('Mb/s'), measuresOf('mb/s'), 'capital letters count');
  const long = 'm'.repeat(200);
  assert.deepEqual(measuresOf(long), [{ of: long, factor: 1 }]);
});
