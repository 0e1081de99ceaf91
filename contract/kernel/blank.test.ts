import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { isBlank, trimShown } from './blank.ts';
import { requiredText, shownText } from './fields.ts';

const NOTHING_SHOWN = [
  ...[
    '',
    ' ',
    '\t\r\n',
    '\u00a0\u2003',
    '\u200b',
    '\u200b\u200c\u200d\u2060\ufeff',
    '\u00ad',
    '\u180e',
    '\u034f',
  ],
  ...['\u115f', '\u3164', '\uffa0', '\u2800', '\ufe0f', '\u{e0020}', '\u202e', '\u0007', ' \u200b '],
  ...['\u0301', '\u200d\u0301', ' \u0308\u0301', '\u094d', '\u20dd', '\ufe20'],
];

test('text that shows nothing counts as empty', () => {
  for (const text of NOTHING_SHOWN) {
    assert.ok(isBlank(text), JSON.stringify(text));
    assert.equal(shownText(50).parse(text), '');
    assert.equal(requiredText('missing', 50).safeParse(text).error?.issues[0]?.message, 'missing');
  }
});

test('what shows something keeps its letters, without the white space around it', () => {
  for (const text of [
    '0',
    '-',
    'ﾊ',
    '\u200ba',
    'e\u0301',
    '\u0301a',
    'क\u094d\u200dष',
    '👩\u200d💻',
    '\u0600',
  ]) {
    assert.equal(trimShown(` ${text}\n`), text);
    assert.equal(requiredText('missing', 50).parse(text), text);
  }
});

test('white space around a text, and text that shows nothing, are no part of its length', () => {
  for (const schema of [shownText(3), requiredText('missing', 3)]) {
    assert.equal(schema.parse('  abc \n'), 'abc');
    assert.equal(schema.safeParse(' abcd ').success, false);
  }
  assert.equal(shownText(3).parse('\u200b'.repeat(9)), '');
});

test('the schemas keep their form in documents', () => {
  assert.deepEqual(z.toJSONSchema(z.object({ ref: shownText(9) }), { io: 'input' }).properties, {
    ref: { type: 'string', maxLength: 9 },
  });
});
