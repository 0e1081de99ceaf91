import { FROM_RIGHT } from './order.ts';

/** What of fontkit's fonts PDFKit does not hand out. */
export interface OpenedFont {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string, features?: object, script?: string, language?: string, direction?: string): Run;
}

interface Run {
  glyphs: Glyph[];
  positions: Position[];
}

/** A text's glyphs from left to right, and where they stand, in thousandths of its size. */
export interface SetText extends Run {
  advanceWidth: number;
}

/** How a document sets the letters of a typeface. A text that begins with FROM_RIGHT is set from the right. */
export interface Setter {
  has(codePoint: number): boolean;
  /** Returns a text's width, in thousandths of its size. */
  widthOf(text: string): number;
  run(text: string): SetText;
}

interface Glyph {
  id: number;
  advanceWidth: number;
  codePoints: number[];
}

interface Position {
  xAdvance: number;
  advanceWidth?: number;
  xOffset: number;
  yOffset: number;
}

interface Letter {
  glyph: Glyph;
  position: Position;
}

/** Inter replaces what is written, such as the x in 10x20 by a multiplication sign: a part number has to stay what it is. */
const AS_WRITTEN = { calt: false };
/** Digits of one width, so that those of a column stand below each other. */
const TABULAR = { ...AS_WRITTEN, tnum: true };

/** Letters that are remembered: all of a typeface. */
const MOST = 40_000;

/**
 * The letters of a font. They are set one after the other, each measured once: for each new word, fontkit would look through all
 * rules of the font, which takes seconds for what a purchase can say. Only letters of ASCII are kerned, so that few pairs are
 * measured whatever is written.
 */
export class Letters implements Setter {
  readonly #font: OpenedFont;
  readonly #scale: number;
  readonly #plain = new Map<number, Letter>();
  readonly #tabular = new Map<number, Letter>();
  readonly #pairs = new Map<number, Letter>();
  /** Letters whose drawings fontkit cannot read, such as the space of NanumGothic. */
  readonly #unreadable = new Set<number>();

  constructor(font: OpenedFont) {
    this.#font = font;
    this.#scale = 1000 / font.unitsPerEm;
  }

  /** Whether a letter can be set: the font names it, and it can be measured. */
  has(codePoint: number): boolean {
    if (!this.#font.hasGlyphForCodePoint(codePoint) || this.#unreadable.has(codePoint)) return false;
    try {
      this.#letter(codePoint, this.#plain, AS_WRITTEN);
      return true;
    } catch {
      this.#unreadable.add(codePoint);
      return false;
    }
  }

  widthOf(text: string): number {
    let width = 0;
    this.#set(text, ({ position }) => {
      width += position.xAdvance;
    });
    return width;
  }

  run(text: string): SetText {
    const glyphs: Glyph[] = [];
    const positions: Position[] = [];
    let advanceWidth = 0;
    this.#set(text, ({ glyph, position }) => {
      glyphs.push(glyph);
      positions.push(position);
      advanceWidth += position.xAdvance;
    });
    if (text.startsWith(FROM_RIGHT)) [glyphs, positions].forEach((some) => void some.reverse());
    return { glyphs, positions, advanceWidth };
  }

  #set(text: string, add: (letter: Letter) => void): void {
    const isAmount = /^[\d$.,]+$/.test(text);
    for (let at = text.startsWith(FROM_RIGHT) ? 1 : 0; at < text.length; ) {
      const one = text.codePointAt(at)!;
      at += one > 0xffff ? 2 : 1;
      const next = text.charCodeAt(at);
      if (isAmount) add(this.#letter(one, this.#tabular, TABULAR));
      else if (isKerned(one) && isKerned(next)) add(this.#kerned(one, next));
      else add(this.#letter(one, this.#plain, AS_WRITTEN));
    }
  }

  #letter(codePoint: number, known: Map<number, Letter>, features: object): Letter {
    let letter = known.get(codePoint);
    if (!letter) {
      const { glyphs, positions } = this.#font.layout(String.fromCodePoint(codePoint), features);
      letter = this.#toLetter(codePoint, glyphs[0]!, positions[0]!.xAdvance);
      if (known.size < MOST) known.set(codePoint, letter);
    }
    return letter;
  }

  #kerned(one: number, next: number): Letter {
    const key = one * 128 + next;
    let letter = this.#pairs.get(key);
    if (!letter) {
      const { glyphs, positions } = this.#font.layout(String.fromCharCode(one, next), AS_WRITTEN);
      letter = this.#toLetter(one, glyphs[0]!, positions[0]!.xAdvance);
      this.#pairs.set(key, letter);
    }
    return letter;
  }

  /** With its own code point: fontkit's glyph has that for which it was first asked, which may be another document's. */
  #toLetter(codePoint: number, { id, advanceWidth }: Glyph, xAdvance: number): Letter {
    return {
      glyph: { id, advanceWidth, codePoints: [codePoint] },
      position: {
        xAdvance: xAdvance * this.#scale,
        advanceWidth: advanceWidth * this.#scale,
        xOffset: 0,
        yOffset: 0,
      },
    };
  }
}

/** Not digits and underscores: Inter sets a comma below a 7, and a 1 onto the underscore of pi_1. */
function isKerned(codePoint: number): boolean {
  return (
    codePoint > 0x20 && codePoint < 0x7f && !(codePoint >= 0x30 && codePoint <= 0x39) && codePoint !== 0x5f
  );
}
