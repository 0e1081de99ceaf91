import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Doc } from './document.ts';
import { Letters, type OpenedFont } from './letters.ts';

const { resolve } = createRequire(import.meta.url);
const inter = (file: string) => () => resolve(`@expo-google-fonts/inter/${file}`);
// It exports no path of its fonts.
const notoSansHans = (file: string) => () => join(dirname(resolve('@embedpdf/fonts-sc')), '../fonts', file);
const nanumGothic = (file: string) => () => resolve(`@expo-google-fonts/nanum-gothic/${file}`);

/** Typefaces, each in two weights: the shop's own, and those for letters that it does not have. */
const FILES = {
  own: {
    regular: inter('400Regular/Inter_400Regular.ttf'),
    bold: inter('600SemiBold/Inter_600SemiBold.ttf'),
  },
  han: { regular: notoSansHans('NotoSansHans-Regular.otf'), bold: notoSansHans('NotoSansHans-Bold.otf') },
  hangul: {
    regular: nanumGothic('400Regular/NanumGothic_400Regular.ttf'),
    bold: nanumGothic('700Bold/NanumGothic_700Bold.ttf'),
  },
};
export type Face = keyof typeof FILES;
export type Weight = keyof (typeof FILES)[Face];

/** A font of a document, with what of it PDFKit does not hand out. */
interface EmbeddedFont {
  font: OpenedFont;
  ascender: number;
  layout(text: string): object;
}

/** A font as a document writes with it. */
export interface OpenFace {
  /** Its name within the document. */
  name: string;
  letters: Letters;
  /** From the top of a line to its baseline, in thousandths of its size. */
  ascender: number;
}

/** Opened once for all documents of a process: reading a typeface takes longer than drawing a page. */
const opened = new Map<string, { font: OpenedFont; letters: Letters }>();

/** Has a document set words by letters (see letters.ts), which PDFKit would have fontkit do. */
export function openFace(doc: Doc, face: Face, weight: Weight): OpenFace {
  const name = `${face} ${weight}`;
  let known = opened.get(name);
  doc.registerFont(name, (known?.font ?? FILES[face][weight]()) as string).font(name);
  const embedded = (doc as unknown as { _font: EmbeddedFont })._font;
  if (!known) {
    known = { font: embedded.font, letters: new Letters(embedded.font) };
    opened.set(name, known);
  }
  const { letters } = known;
  embedded.layout = (text) => letters.run(text);
  return { name, letters, ascender: embedded.ascender };
}

/** Returns the typeface to try for a character that the shop's own does not have. */
export function otherFaceOf(character: string): Face | undefined {
  if (/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u.test(character)) return 'han';
  return /\p{scx=Hang}/u.test(character) ? 'hangul' : undefined;
}
