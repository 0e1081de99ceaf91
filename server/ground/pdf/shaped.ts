import type { Letters, OpenedFont, SetText, Setter } from './letters.ts';
import { FROM_RIGHT } from './order.ts';

/** Scripts whose letters join, or whose marks stand on letters, as fontkit names them. */
export type Script = 'arab' | 'hebr' | 'thai';

/** Letters that a document has shaped, each word once: a page of Arabic text has 3,000. More stand as they do alone. */
const MOST = 15_000;

/** Say whether letters join, and are not drawn themselves. Persian needs them. */
const isJoiner = (codePoint: number) => codePoint === 0x200c || codePoint === 0x200d;

/**
 * The letters of a script as its font shapes them, for one document. A word is shaped as a whole and kept: fontkit takes a tenth of
 * a millisecond for a letter.
 */
export class Shaped implements Setter {
  readonly #font: OpenedFont;
  readonly #letters: Letters;
  readonly #script: Script;
  readonly #words = new Map<string, SetText>();
  #left = MOST;

  constructor(font: OpenedFont, letters: Letters, script: Script) {
    this.#font = font;
    this.#letters = letters;
    this.#script = script;
  }

  has(codePoint: number): boolean {
    if (codePoint === AM) return this.#letters.has(RING) && this.#letters.has(AA);
    return isJoiner(codePoint) || this.#letters.has(codePoint);
  }

  widthOf(text: string): number {
    return this.#wordsOf(text).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
  }

  run(text: string): SetText {
    const words = this.#wordsOf(text);
    return {
      glyphs: words.flatMap(({ glyphs }) => glyphs),
      positions: words.flatMap(({ positions }) => positions),
      advanceWidth: this.widthOf(text),
    };
  }

  /** Returns the words of a text and the spaces between them, from left to right. */
  #wordsOf(text: string): SetText[] {
    const isFromRight = text.startsWith(FROM_RIGHT);
    const words = withMarksInOrder(isFromRight ? text.slice(1) : text)
      .split(/(?<= )|(?= )/)
      .map((word) => this.#wordOf(isFromRight ? FROM_RIGHT + word : word));
    return isFromRight ? words.reverse() : words;
  }

  #wordOf(text: string): SetText {
    const known = this.#words.get(text);
    if (known) return known;
    if (this.#left < text.length) return this.#letters.run(withoutJoiners(text));
    this.#left -= text.length;
    const word = this.#shape(text);
    this.#words.set(text, word);
    return word;
  }

  #shape(text: string): SetText {
    const isFromRight = text.startsWith(FROM_RIGHT);
    const letters = isFromRight ? text.slice(1) : text;
    try {
      const features = { calt: false };
      const direction = isFromRight ? 'rtl' : 'ltr';
      return this.#scaled(this.#font.layout(letters, features, this.#script, undefined, direction));
    } catch {
      // Marks that fontkit cannot place, where no word of a language has them.
      return this.#letters.run(withoutJoiners(text));
    }
  }

  #scaled({ glyphs, positions }: ReturnType<OpenedFont['layout']>): SetText {
    const scale = 1000 / this.#font.unitsPerEm;
    const set: SetText = { glyphs: [], positions: [], advanceWidth: 0 };
    for (const [nth, glyph] of glyphs.entries()) {
      // Joiners, which the font does not have.
      if (glyph.id === 0) continue;
      const { xAdvance, xOffset, yOffset } = positions[nth]!;
      set.glyphs.push(glyph);
      set.positions.push({
        xAdvance: xAdvance * scale,
        xOffset: xOffset * scale,
        yOffset: yOffset * scale,
        advanceWidth: glyph.advanceWidth * scale,
      });
      set.advanceWidth += xAdvance * scale;
    }
    return set;
  }
}

/** The Thai vowel AM is a ring below the tone mark that is typed before it, and the letter AA after both. */
const [AM, RING, AA] = [0x0e33, 0x0e4d, 0x0e32];
const withMarksInOrder = (text: string) => text.replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');

const withoutJoiners = (text: string) => text.replace(/[\u200c\u200d]/g, '');
