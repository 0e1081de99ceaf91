import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { unprintable } from '#contract/kernel/printable.ts';
import { type Doc, makePdf } from './document.ts';
import { type Face, openFace, otherFaceOf } from './faces.ts';
import { MISSING, Type } from './type.ts';

const STYLE = { font: 'regular', size: 9, color: '#000' } as const;
const draw = (work: (doc: Doc) => void) =>
  makePdf(
    { size: [100, 100], margin: 1, title: '', subject: '', author: '', created: new Date(0) },
    (doc) => void work(doc.addPage()),
  );

/** Returns the ranges of contract/kernel/printable.ts, as the typefaces have them. */
function rangesOf(doc: Doc): string {
  const lettersOf = (face: Face): number[] => {
    openFace(doc, face, 'regular');
    return (doc as unknown as { _font: { font: { characterSet: number[] } } })._font.font.characterSet;
  };
  const others = (['han', 'hangul', 'arabic', 'hebrew', 'thai'] as const).flatMap((face) =>
    lettersOf(face).filter((code) => otherFaceOf(String.fromCodePoint(code)) === face),
  );
  const codes = [...new Set([...lettersOf('own'), ...others])].sort((one, other) => one - other);
  const steps: number[] = [];
  let end = 0;
  for (const code of codes) {
    if (steps.length > 0 && code === end) steps[steps.length - 1]! += 1;
    else steps.push(code - end, 1);
    end = code + 1;
  }
  return steps.map((step) => step.toString(36)).join(' ');
}

test('what documents can show is what their typefaces have', async () => {
  const source = readFileSync(new URL('../../../contract/kernel/printable.ts', import.meta.url), 'utf8');
  await draw((doc) => {
    const ranges = rangesOf(doc);
    assert.ok(source.includes(`'${ranges}'`), `RANGES of contract/kernel/printable.ts: '${ranges}'`);
  });
});

test('a text is said to be shown whole where a document shows it whole', async () => {
  const texts = [
    ...[
      '1 Dock Road\nGate 4',
      'Łódź Ωμέγα Кабель Việt',
      '深圳市电子 ケーブル 메모리 ﬁt Ａ1',
      'می\u200cشود',
      'שָׁלוֹם',
    ],
    ...['กรุงเทพฯ น้ำ', 'شارع الملك فهد 12، ﺑﺎﺏ', 'नई दिल्ली', '😀 Dock', '①½ ™', '\u202eDock', 'ྐ', '⅓ ㎏ ㌔'],
  ];
  await draw((doc) => {
    for (const text of texts) {
      const shown = new Type(doc).wrap(text, STYLE, 1_000).map((line) => line.text);
      assert.equal(unprintable(text).length === 0, !shown.join('').includes(MISSING), text);
    }
  });
  assert.deepEqual(unprintable('😀 Dock 😀 नई'), ['😀', 'न', 'ई']);
});
