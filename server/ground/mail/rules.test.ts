import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isHopeless, secondsUntilNext } from './rules.ts';

describe('trying again', () => {
  test('is later and later, up to an hour', () => {
    assert.deepEqual([1, 2, 3, 4, 8, 9, 50].map(secondsUntilNext), [15, 30, 60, 120, 1920, 3600, 3600]);
  });

  test('is given up after several refusals for good, and for nothing else', () => {
    const refused = { code: 'EENVELOPE', responseCode: 550 };
    assert.equal(isHopeless(3, refused), false);
    assert.equal(isHopeless(4, refused), true);
    assert.equal(isHopeless(4, { code: 'EMESSAGE', responseCode: 554 }), true);
    assert.equal(isHopeless(99, { code: 'EENVELOPE', responseCode: 451 }), false);
    assert.equal(isHopeless(99, { code: 'EAUTH', responseCode: 535 }), false);
    assert.equal(isHopeless(99, { code: 'ECONNECTION' }), false);
  });
});
