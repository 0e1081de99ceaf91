/** A line of an order as people write it, taken apart: '200x DDR5 RDIMM 64GB', 'NB-E64 - 150 pcs', '> 3. Qty: 200 NB-E64 @ $4.50'. */
import { plainDigits } from '../kernel/digits.ts';
import { type Atom, atomsOf, textOf, type Word, wordsOf } from './atoms.ts';
import { type Count, countsOf } from './counts.ts';
import { LONGEST_LINE } from './limits.ts';
import { noiseOf } from './noise.ts';

/** A line, without its bullet. Atoms and words are in their order. */
export interface Line {
  text: string;
  atoms: readonly Atom[];
  words: readonly Word[];
  /** For each atom whether it is of a price, a date or a number of the buyer. */
  noise: readonly boolean[];
  /** Numbers that may be the quantity. */
  counts: readonly Count[];
}

const set = (words: string) => new Set(words.split(/\s+/));

/** Words around the part of a line with a quantity, such as 'please also add': they mean nothing there. */
const FILLERS = set(
  `of the this that these those an we i we'd i'd need needs want would like please pls order orders ordering send quote quotation and
    plus also add for hi hello hey can could you do get some thanks thank each from with our on in to is are it me us take
    urgent asap require required requires following offer
    von den der dem die das diesen dieser diesem wir ich brauchen brauche benötigen benötige bitte senden schicken sie und noch hallo danke
    je jeweils dringend für mit bestellen bestelle möchten hätten gern gerne uns angebot um ein eine einen
    por favor s'il vous plaît per favore`,
);

/** Whom a quantity is for, as in 'send us 50 NB-E64'. Elsewhere they may be of a part, as in 'US plug', or microseconds. */
const RECEIVERS = set('me us our uns mir unser unsere');

/** Returns whether a word is beside the point. */
export const isFiller = (word: string) => FILLERS.has(word.toLowerCase().replace(/[,.!?:]$/, ''));

export const isReceiver = (word: string) => RECEIVERS.has(word.toLowerCase());

/** Returns a line taken apart. Of a longer one than any of an order, the beginning. */
export function readLine(line: string): Line {
  const text = withoutBullet(plainDigits(line).slice(0, LONGEST_LINE));
  const atoms = atomsOf(text);
  const words = wordsOf(atoms);
  const found = noiseOf(atoms);
  return { text, atoms, words, noise: found.noise, counts: countsOf(atoms, words, found) };
}

/** A line as far as it can be read without the catalogue: to tell an order from prose, and for a search. It is never taken as it is. */
export interface LineSketch {
  /** What names the part. */
  text: string;
  /** Whether a number of it may be a quantity. */
  hasQuantity: boolean;
}

/** Returns a sketch of a line. */
export function sketchLine(written: string): LineSketch {
  const line = readLine(written);
  const said = withoutCount(line, surestCount(line));
  const names = /\p{L}/u.test(said) || /\d{8}/.test(said);
  return { text: said === '' ? line.text : said, hasQuantity: surestCount(line) !== undefined && names };
}

const BONDS: readonly Count['bond'][] = ['word', 'times', 'none'];

/** Returns the number that is most likely the quantity: a bare one only at an end of the line or as a cell. */
function surestCount({ counts, atoms }: Line): Count | undefined {
  const isOuter = ({ from, to }: Count) =>
    atoms.slice(0, from).every(isBeside) ||
    atoms.slice(to).every(isBeside) ||
    (atoms[from]!.gap === 'cell' && (atoms[to] === undefined || atoms[to]!.gap === 'cell'));
  const sure = counts.filter((count) => !count.isDoubtful || count.bond !== 'none');
  for (const bond of BONDS) {
    const bound = sure.filter((count) => count.bond === bond);
    // Of several bare numbers, as in a phone's, none is one.
    const found = bond === 'none' ? bound.filter(isOuter) : bound;
    if (found.length > 0 && (bond !== 'none' || bound.length === 1)) return found[0];
  }
  return undefined;
}

const isBeside = ({ kind, text }: Atom) => kind === 'sign' || isFiller(text) || isReceiver(text);

/** Returns what a line says besides a number and what means nothing. */
export function withoutCount({ atoms, noise }: Line, count: Count | undefined): string {
  const isLeft = (at: number) => !noise[at] && !(count && at >= count.from && at < count.to);
  let text = '';
  let last = -2;
  for (const at of atoms.keys()) {
    if (!isLeft(at)) continue;
    const isApart = last !== at - 1 || atoms[at]!.gap !== 'none';
    text += (isApart ? ' ' : '') + atoms[at]!.text;
    last = at;
  }
  const words = trimmed(text).split(' ');
  while (words.length > 1 && isFiller(words[0]!)) words.shift();
  while (words.length > 1 && isFiller(words.at(-1)!)) words.pop();
  return trimmed(words.join(' '));
}

/** Returns the text of some atoms as it stands in the line. */
export const textAt = ({ atoms }: Pick<Line, 'atoms'>, { from, to }: { from: number; to: number }) =>
  textOf(atoms, from, to);

/** A line's place in a list: 'Pos 10', 'Position 10:', 'Item 3 -', 'Zeile 2)'. 'Line 6 cable' names a part. */
const PLACE =
  /^(?:pos(?:ition)?\.? ?#?\d{1,5}(?:[.:)]?(?=\s)| ?[-–—](?= ))|(?:item|line|zeile|posten|lfd\.? ?nr\.?|no\.?|nr\.?) ?#?\d{1,3}(?:[:)](?=\s)|\.(?=\s)| [-–—](?= )))/i;

/** Leaves out the signs of quoted mails, and bullets and numbers of lists. */
function withoutBullet(line: string): string {
  let rest = line.replace(/[\u200b-\u200f\u2060\ufeff]/g, '').trim();
  for (;;) {
    const bullet =
      /^(?:>|\|(?= )|[•·‣▪◦○●]|[-*+–—](?=\s)|\[[xX]\](?=\s)|\(?\d{1,3}[.)](?=\s)|[a-z]\)(?=\s))/.exec(rest) ??
      PLACE.exec(rest);
    if (!bullet) return rest;
    rest = rest.slice(bullet[0].length).trimStart();
  }
}

/** What stands at the ends of a text and is not of it. */
const LOOSE = ' -–—:;,|=/×*@.!?()[]{}"\'„“”«»<>';

function trimmed(text: string): string {
  let rest = text.replaceAll(/\s+/g, ' ');
  while (rest !== '' && LOOSE.includes(rest[0]!)) rest = rest.slice(1);
  while (rest !== '' && LOOSE.includes(rest.at(-1)!)) rest = rest.slice(0, -1);
  return rest;
}
