import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Letters, type OpenedFont } from './letters.ts';

/** A font whose letters are 500 wide and stand 10 closer to the next one. */
function countingFont() {
  let calls = 0;
  const font: OpenedFont = {
    unitsPerEm: 2000,
    hasGlyphForCodePoint: () => true,
    layout(text) {
      calls += 1;
      const points = [...text].map((one) => one.codePointAt(0)!);
      return {
        // As fontkit does: a glyph has the code point for which it was first asked.
        glyphs: points.map((id) => ({ id, advanceWidth: 500, codePoints: [1] })),
        positions: points.map((_, nth) => ({
          xAdvance: nth < points.length - 1 ? 490 : 500,
          ...{ xOffset: 0, yOffset: 0 },
        })),
      };
    },
  };
  return { letters: new Letters(font), calls: () => calls };
}

test('however many words are written, each letter and each pair is measured once', () => {
  const { letters, calls } = countingFont();
  for (let nth = 0; nth < 20_000; nth += 1) {
    letters.widthOf(`R${nth}, ж${nth}-😀`);
    letters.run(`${nth}`);
  }
  assert.ok(calls() < 200, `${calls()} calls`);
});

test('letters stand as the font says, each with its own code point', () => {
  const { letters } = countingFont();
  const { glyphs, positions, advanceWidth } = letters.run('Ab ж😀');
  assert.deepEqual(
    glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)),
    ['A', 'b', ' ', 'ж', '😀'],
  );
  assert.deepEqual(
    positions.map(({ xAdvance }) => xAdvance),
    [245, 250, 250, 250, 250],
  );
  assert.equal(advanceWidth, 1245);
  assert.equal(letters.widthOf('Ab ж😀'), 1245);
});

test('numbers and identifiers stand letter by letter, so that they can be read', () => {
  const { letters } = countingFont();
  assert.equal(letters.widthOf('27,'), 750);
  assert.equal(letters.widthOf('i_1'), 750);
  assert.equal(letters.widthOf('AV,'), 740);
});
