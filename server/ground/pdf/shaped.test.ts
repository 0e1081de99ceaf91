import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Letters, type OpenedFont } from './letters.ts';
import { FROM_RIGHT } from './order.ts';
import { Shaped } from './shaped.ts';

/** A font that counts the letters it shapes by the rules of a script. Each is 500 wide; a capital is no word of its language. */
function countingFont() {
  let shaped = 0;
  const font: OpenedFont = {
    unitsPerEm: 1000,
    hasGlyphForCodePoint: () => true,
    layout(text, _features, script, _language, direction) {
      if (script) shaped += text.length;
      if (script && /[A-Z]/.test(text)) throw new TypeError('no place for a mark');
      const points = [...text].map((one) => one.codePointAt(0)!);
      if (direction === 'rtl') points.reverse();
      return {
        glyphs: points.map((id) => ({ id, advanceWidth: 500, codePoints: [id] })),
        positions: points.map(() => ({ xAdvance: 500, xOffset: 0, yOffset: 0 })),
      };
    },
  };
  return { set: new Shaped(font, new Letters(font), 'arab'), shaped: () => shaped };
}

const textOf = (set: Shaped, text: string) =>
  set
    .run(text)
    .glyphs.map(({ id }) => String.fromCodePoint(id))
    .join('');

test('however much is written, a document shapes each word once, and at most 15,000 letters', () => {
  const { set, shaped } = countingFont();
  set.run('ab ab ab');
  assert.equal(set.widthOf('ab ab'), 2500);
  assert.equal(shaped(), 3);
  for (let nth = 0; nth < 20_000; nth += 1) set.run(`word-${nth}`);
  assert.ok(shaped() <= 15_000, `${shaped()} letters`);
  assert.equal(textOf(set, `${FROM_RIGHT}later`), 'retal');
});

test('words that are set from the right stand in their order, also one that cannot be shaped', () => {
  const { set } = countingFont();
  assert.equal(textOf(set, `${FROM_RIGHT}ab cd`), 'dc ba');
  assert.equal(textOf(set, `${FROM_RIGHT}ab Cd`), 'dC ba');
  assert.equal(textOf(set, 'ab Cd'), 'ab Cd');
});
