import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeAs, decodings } from './encodings.ts';

const utf16 = (text: string) => {
  const units = Uint16Array.from(text, (letter) => letter.charCodeAt(0));
  return new Uint8Array(units.buffer);
};

test('UTF-8 and UTF-16, with and without a mark, leave no doubt', () => {
  const of = (bytes: Uint8Array) => decodings(bytes).map(({ encoding }) => encoding);
  assert.deepEqual(of(new TextEncoder().encode('Lüfter;200')), ['utf-8']);
  assert.deepEqual(of(utf16('\ufeffPart\tQty\nNB-E64\t200')), ['utf-16le']);
  assert.deepEqual(of(utf16('Part\tQty\nNB-E64\t200')), ['utf-16le']);
  assert.equal(decodeAs(utf16('Part\tQty'), 'utf-16le'), 'Part\tQty');
});

test('other bytes may be of several, the likely ones first', () => {
  // 'Ilość' in Windows-1250, '数量' in GB18030.
  const polish = decodings(Uint8Array.of(0x49, 0x6c, 0x6f, 0x9c, 0xe6));
  assert.ok(polish.some(({ encoding, text }) => encoding === 'windows-1250' && text === 'Ilość'));
  const chinese = decodings(Uint8Array.of(0xca, 0xfd, 0xc1, 0xbf));
  assert.ok(chinese.some(({ encoding, text }) => encoding === 'gb18030' && text === '数量'));
});

test('documents and bytes that are no text are refused', () => {
  assert.throws(() => decodings(new TextEncoder().encode('%PDF-1.4')), { why: 'not_a_table' });
  assert.throws(() => decodings(Uint8Array.of(1, 0, 2)), { why: 'not_a_table' });
});
