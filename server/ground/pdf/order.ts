import { createRequire } from 'node:module';

export type Direction = 'ltr' | 'rtl';

/** Begins a text that is set from the right. It is never part of what is printed. */
export const FROM_RIGHT = '\u202e';

/** Letters of the scripts with a typeface that are written from the right, and what only stands beside them. */
const WRITTEN_FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff]/;

// Its types say that it is a module with a default.
const createBidi: typeof import('bidi-js').default = createRequire(import.meta.url)('bidi-js');
const bidi = createBidi();

/** Returns from where a paragraph is written: from the side on which its first letter is. */
export function directionOf(paragraph: string): Direction {
  if (!WRITTEN_FROM_RIGHT.test(paragraph)) return 'ltr';
  return bidi.getEmbeddingLevels(paragraph).paragraphs[0]!.level === 1 ? 'rtl' : 'ltr';
}

/**
 * Returns the parts of a line as they stand from left to right, by the Unicode bidirectional algorithm (UAX #9). The letters of each
 * part are in the order in which they are read; a part that is set from the right begins with FROM_RIGHT.
 * @param direction that of the line's paragraph
 */
export function visualParts(line: string, direction: Direction): string[] {
  if (direction === 'ltr' && !WRITTEN_FROM_RIGHT.test(line)) return [line];
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const { levels } = embedding;
  const mirrored = bidi.getMirroredCharactersMap(line, levels);
  const isFromRight = (at: number) => levels[at]! % 2 === 1;
  const parts: string[] = [];
  let part = '';
  let before = -1;
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const letter = mirrored.get(at) ?? line[at]!;
    const isSame = before >= 0 && levels[at] === levels[before];
    if (!isSame) {
      if (before >= 0) parts.push(part);
      part = isFromRight(at) ? FROM_RIGHT + letter : letter;
    } else if (isFromRight(at)) part = FROM_RIGHT + letter + part.slice(1);
    else part += letter;
    before = at;
  }
  return [...parts, part];
}
