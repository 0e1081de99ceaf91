import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isHopeless } from './rules.ts';

describe('trying again', () => {
  test('is given up after several refusals for good, and for nothing else', () => {
    const refused = { code: 'EENVELOPE', responseCode: 550 };
    assert.equal(isHopeless(refused, 3), false);
    assert.equal(isHopeless(refused, 4), true);
    assert.equal(isHopeless({ code: 'EMESSAGE', responseCode: 554 }, 4), true);
    assert.equal(isHopeless({ code: 'EENVELOPE', responseCode: 451 }, 99), false);
    assert.equal(isHopeless({ code: 'EAUTH', responseCode: 535 }, 99), false);
    assert.equal(isHopeless({ code: 'ECONNECTION' }, 99), false);
  });
});
