import { onOneLine } from '#contract/kernel/blank.ts';
import type { Doc } from './document.ts';
import { type Face, type OpenFace, openFace, otherFaceOf, type Weight } from './faces.ts';
import { type Direction, directionOf, FROM_RIGHT, visualParts } from './order.ts';

/** How a text looks. `size` is in points. */
export interface Style {
  font: Weight;
  size: number;
  color: string;
}

/** From the baseline of a line to that of the next, in sizes. */
const LEADING = 1.35;

/** Letters of other typefaces in one document: more than a language's usual ones. Each is read, and embedded as a drawing. */
const MOST_OTHERS = 3_000;

/** Changes of typeface within lines of one document. Each is a text of its own, which PDFKit keeps until the document ends. */
const MOST_CHANGES = 10_000;

/** Stands for a character that no font has. */
export const MISSING = '□';

/** Say how Arabic letters join (see shaped.ts), and nothing after another letter. */
const UNUSED_JOINERS = /(?<!\p{scx=Arab})[\u200c\u200d]/gu;

/** What people take for one letter: marks stay with what they stand on. */
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Thai is written without spaces between words. */
const THAI_WORDS = new Intl.Segmenter('th', { granularity: 'word' });

/** A line of a wrapped text, as it is written. */
export interface Line {
  text: string;
  /** The typeface of the whole text; undefined where none has all of its letters, and each letter is in one that has it. */
  face: Face | undefined;
  /** That of its paragraph. */
  direction: Direction;
}

/** Parts of a line that are each of one typeface and direction, from left to right. */
type Runs = { face: Face; part: string }[];

/**
 * Writes in the shop's own typeface, Inter, which is embedded: letters of Latin, Greek and Cyrillic alphabets, with those of
 * Vietnamese. Chinese, Japanese, Korean, Arabic, Hebrew and Thai letters have typefaces of their own, which are opened when a text
 * has one: it is written in that one as a whole where that has all of its letters. A character that none has is written as `MISSING`.
 */
export class Type {
  readonly #doc: Doc;
  readonly #faces = new Map<string, OpenFace>();
  /** What is written of each character that this document has, and those of them in another typeface than the own. */
  readonly #shown = new Map<string, string>();
  readonly #inOther = new Map<string, Face>();
  #changes = 0;
  /** Whether a character was missing in anything that was written. */
  isIncomplete = false;

  constructor(doc: Doc) {
    this.#doc = doc;
  }

  /** Writes a line that begins at x. */
  write(line: string | Line, x: number, y: number, style: Style): void {
    const { font, size, color } = style;
    this.#doc.fillColor(color);
    const own = this.#face('own', font);
    let at = x;
    for (const { face, part } of this.#bounded(this.#runs(this.#lineOf(line)))) {
      const { name, letters, ascender } = this.#face(face, font);
      // On the baseline of the shop's own.
      const top = y + ((own.ascender - ascender) * size) / 1000;
      this.#doc.font(name, size).text(part, at, top, { lineBreak: false });
      at += (letters.widthOf(part) * size) / 1000;
    }
  }

  /** Writes a line that ends at x. */
  writeTo(text: string, x: number, y: number, style: Style): void {
    const line = this.#lineOf(text);
    this.write(line, x - this.width(line, style), y, style);
  }

  width(line: string | Line, { font, size }: Style): number {
    let width = 0;
    for (const { face, part } of this.#runs(this.#lineOf(line)))
      width += this.#face(face, font).letters.widthOf(part);
    return (width * size) / 1000;
  }

  #face(face: Face, weight: Weight): OpenFace {
    const key = `${face} ${weight}`;
    let open = this.#faces.get(key);
    if (!open) {
      open = openFace(this.#doc, face, weight);
      this.#faces.set(key, open);
    }
    return open;
  }

  /** Returns a text that is a line by itself. */
  #lineOf(line: string | Line): Line {
    if (typeof line !== 'string') return line;
    const text = this.#printable(line);
    return { text, face: this.#faceOf(text), direction: directionOf(text) };
  }

  /** Returns a typeface that has all letters of a text. */
  #faceOf(text: string): Face | undefined {
    const others = new Set<Face>();
    if (this.#inOther.size > 0)
      for (const character of text) {
        const face = this.#inOther.get(character);
        if (face) others.add(face);
      }
    if (others.size === 0) return 'own';
    const characters = [...text];
    return [...others].find((face) => characters.every((one) => this.#has(face, one)));
  }

  #runs({ text, face, direction }: Line): Runs {
    const parts = visualParts(text, direction);
    return face ? parts.map((part) => ({ face, part })) : parts.flatMap((part) => this.#byFace(part));
  }

  #byFace(part: string): Runs {
    const start = part.startsWith(FROM_RIGHT) ? FROM_RIGHT : '';
    const runs: Runs = [];
    for (const character of part.slice(start.length)) {
      const of = this.#inOther.get(character) ?? 'own';
      const last = runs.at(-1);
      if (last?.face === of) last.part += character;
      else runs.push({ face: of, part: start + character });
    }
    return start ? runs.reverse() : runs;
  }

  /** Once the document has changed its typeface too often, what Inter does not have is missing. */
  #bounded(runs: Runs): Runs {
    if (runs.length <= 1) return runs;
    if (this.#changes + runs.length <= MOST_CHANGES) {
      this.#changes += runs.length;
      return runs;
    }
    this.isIncomplete = true;
    const shown = runs.map(({ face, part }) => {
      const letters = part.replace(FROM_RIGHT, '');
      return face === 'own' ? letters : letters.replace(/./gsu, MISSING);
    });
    return [{ face: 'own', part: shown.join('') }];
  }

  /**
   * Returns what people typed as lines of at most this width: broken at spaces and after commas, hyphens and slashes, and within
   * words that are too wide. Line breaks are spaces.
   */
  wrap(typed: string, style: Style, width: number): Line[] {
    const paragraph = this.#lineOf(onOneLine(typed).trim());
    if (this.width(paragraph, style) <= width) return [paragraph];
    const widthOf = (text: string) => this.width({ ...paragraph, text }, style);
    const lines: string[] = [];
    let line = '';
    let taken = 0;
    const add = (piece: string, wide: number) => {
      if (line !== '' && taken + wide > width) {
        lines.push(line.trimEnd());
        [line, taken] = ['', 0];
      }
      line += piece;
      taken += wide;
    };
    for (const piece of piecesOf(paragraph.text)) {
      const wide = widthOf(piece.trimEnd());
      if (wide > width) for (const { segment } of LETTERS.segment(piece)) add(segment, widthOf(segment));
      else {
        add(piece, wide);
        taken += widthOf(piece) - wide;
      }
    }
    return [...lines, line.trimEnd()].map((text) => ({ ...paragraph, text }));
  }

  /** Returns a text with what can be written of it: no control characters, none that turn its direction. */
  #printable(text: string): string {
    let printed = '';
    for (const character of text.normalize('NFC')) {
      let shown = this.#shown.get(character);
      if (shown === undefined) {
        shown = this.#show(character);
        this.#shown.set(character, shown);
      }
      printed += shown;
    }
    return printed.replace(UNUSED_JOINERS, '');
  }

  #show(character: string): string {
    if (/[\s\p{Cc}]/u.test(character)) return ' ';
    if (/[\u200c\u200d]/.test(character)) {
      this.#inOther.set(character, 'arabic');
      return character;
    }
    if (/\p{Cf}/u.test(character)) return '';
    if (this.#has('own', character)) return character;
    const other = otherFaceOf(character);
    if (other && this.#inOther.size < MOST_OTHERS && this.#has(other, character)) {
      this.#inOther.set(character, other);
      return character;
    }
    // A ligature or a full-width letter as plain ones.
    const plain = character.normalize('NFKC');
    if (plain !== character) return this.#printable(plain);
    this.isIncomplete = true;
    return MISSING;
  }

  #has(face: Face, character: string): boolean {
    return this.#face(face, 'regular').letters.has(character.codePointAt(0)!);
  }
}

/** Returns the pieces between which a text may be broken. */
function piecesOf(text: string): string[] {
  const pieces = text.split(/(?<=[ ,/@-])/);
  if (!/\p{scx=Thai}/u.test(text)) return pieces;
  return pieces.flatMap((piece) => [...THAI_WORDS.segment(piece)].map(({ segment }) => segment));
}

/** The height of some lines. */
export function heightOf(lines: readonly unknown[], { size }: Style): number {
  return lines.length * lineHeight(size);
}

export function lineHeight(size: number): number {
  return size * LEADING;
}
