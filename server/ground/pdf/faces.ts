import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Doc } from './document.ts';
import { Letters, type OpenedFont, type Setter } from './letters.ts';
import { type Script, Shaped } from './shaped.ts';

const { resolve } = createRequire(import.meta.url);
const google = (file: string) => () => resolve(`@expo-google-fonts/${file}`);
// It exports no path of its fonts.
const notoSansHans = (file: string) => () => join(dirname(resolve('@embedpdf/fonts-sc')), '../fonts', file);

/** Typefaces, each in two weights: the shop's own, and those for letters that it does not have. */
const FILES = {
  own: {
    regular: google('inter/400Regular/Inter_400Regular.ttf'),
    bold: google('inter/600SemiBold/Inter_600SemiBold.ttf'),
  },
  han: { regular: notoSansHans('NotoSansHans-Regular.otf'), bold: notoSansHans('NotoSansHans-Bold.otf') },
  hangul: {
    regular: google('nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
    bold: google('nanum-gothic/700Bold/NanumGothic_700Bold.ttf'),
  },
  // Noto Sans Arabic draws dots apart from letters, so that no text could be copied from a document.
  arabic: {
    regular: google('ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
    bold: google('ibm-plex-sans-arabic/700Bold/IBMPlexSansArabic_700Bold.ttf'),
  },
  hebrew: {
    regular: google('noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
    bold: google('noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf'),
  },
  thai: {
    regular: google('noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
    bold: google('noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf'),
  },
};
export type Face = keyof typeof FILES;
export type Weight = keyof (typeof FILES)[Face];

const SCRIPTS: Partial<Record<Face, Script>> = { arabic: 'arab', hebrew: 'hebr', thai: 'thai' };

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
  letters: Setter;
  /** From the top of a line to its baseline, in thousandths of its size. */
  ascender: number;
}

/** Opened once for all documents of a process: reading a typeface takes longer than drawing a page. */
const opened = new Map<string, { font: OpenedFont; letters: Letters }>();

/** Has a document set words by letters.ts and shaped.ts, which PDFKit would have fontkit do. */
export function openFace(doc: Doc, face: Face, weight: Weight): OpenFace {
  const name = `${face} ${weight}`;
  let known = opened.get(name);
  doc.registerFont(name, (known?.font ?? FILES[face][weight]()) as string).font(name);
  const embedded = (doc as unknown as { _font: EmbeddedFont })._font;
  if (!known) {
    known = { font: embedded.font, letters: new Letters(embedded.font) };
    opened.set(name, known);
  }
  const script = SCRIPTS[face];
  const letters = script ? new Shaped(known.font, known.letters, script) : known.letters;
  embedded.layout = (text) => letters.run(text);
  return { name, letters, ascender: embedded.ascender };
}

const FACES: readonly [Face, RegExp][] = [
  ['han', /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u],
  ['hangul', /\p{scx=Hang}/u],
  ['arabic', /\p{scx=Arab}/u],
  ['hebrew', /\p{scx=Hebr}/u],
  ['thai', /\p{scx=Thai}/u],
];
/** Arabic letters as they are drawn at a place in a word: these are written as what they are. */
const AS_DRAWN = /[\ufb50-\ufdff\ufe70-\ufeff]/;

/** Returns the typeface to try for a character that the shop's own does not have. */
export function otherFaceOf(character: string): Face | undefined {
  if (AS_DRAWN.test(character)) return undefined;
  return FACES.find(([, letters]) => letters.test(character))?.[0];
}
