import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeText, requiredLine, requiredText, shownText } from './fields.ts';

const TURNS = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];

test('texts lose what would turn the direction of the text beside them, and count without it', () => {
  for (const turn of TURNS) {
    for (const schema of [freeText(4), shownText(4), requiredText('missing', 4), requiredLine('missing', 4)])
      assert.equal(
        schema.parse(`${turn}ab${turn}\u05d0\u05d1${turn}`),
        'ab\u05d0\u05d1',
        JSON.stringify(turn),
      );
    assert.equal(requiredText('missing', 4).safeParse(turn).error?.issues[0]?.message, 'missing');
  }
});
