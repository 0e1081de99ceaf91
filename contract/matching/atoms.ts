/** Parts a line into runs of letters, runs of digits and signs, and these into words. Pure. */

import { plainDigits } from '../kernel/digits.ts';
import { unitOf } from './count-words.ts';

/** A run of letters, a run of digits or a sign. An x beside digits is a run of its own. */
export interface Atom {
  kind: 'letters' | 'digits' | 'sign';
  text: string;
  start: number;
  end: number;
  /** What stands before it: nothing, spaces, or the edge of a cell. */
  gap: 'none' | 'space' | 'cell';
}

/** What is read as one: a word, a number with its signs, or a number with its unit. Of atoms from `from` up to before `to`. */
export interface Word {
  from: number;
  to: number;
  /** In lower case, without accents; a number without signs of thousands, with a point before decimals and its unit joined. */
  text: string;
  kind: 'word' | 'number' | 'measure';
}

/** Runs of a line that are read. */
export const MOST_ATOMS = 400;

/** A run ends where another script begins without a space: '采购NB-E64'. */
const RUN = /\p{Script=Han}+|\p{L}(?:(?!\p{Script=Han})[\p{L}\p{M}])*|\d+|\S/gu;

/** Returns the atoms of a line in `plainDigits` spelling. */
export function atomsOf(line: string): Atom[] {
  const atoms: Atom[] = [];
  let end = 0;
  let isCell = true;
  const add = (kind: Atom['kind'], text: string, start: number) => {
    const gap = isCell ? 'cell' : start === end ? 'none' : gapOf(line, end, start);
    atoms.push({ kind, text, start, end: start + text.length, gap });
    end = start + text.length;
    isCell = kind === 'sign' && (text === ';' || text === '|');
  };
  for (const { 0: run, index } of line.matchAll(RUN)) {
    if (atoms.length >= MOST_ATOMS) break;
    if (/^\d/.test(run)) add('digits', run, index);
    else if (!/^\p{L}/u.test(run)) add('sign', run, index);
    else {
      const isBehind = /^x/i.test(run) && run.length > 1 && /\d/.test(line[index - 1] ?? '');
      const isBefore =
        /x$/i.test(run) && run.length > 1 + Number(isBehind) && /\d/.test(line[index + run.length] ?? '');
      const [start, stop] = [Number(isBehind), run.length - Number(isBefore)];
      if (isBehind) add('letters', run[0]!, index);
      if (stop > start) add('letters', run.slice(start, stop), index + start);
      if (isBefore) add('letters', run.at(-1)!, index + stop);
    }
  }
  return atoms;
}

/** The gap of one space is the most frequent. */
function gapOf(line: string, from: number, to: number): 'space' | 'cell' {
  if (to === from + 1) return line[from] === '\t' ? 'cell' : 'space';
  return /\t| {3}/.test(line.slice(from, to)) ? 'cell' : 'space';
}

export const isTimes = ({ text }: Atom) => /^[xX×✕✖*]$/.test(text);

/** Signs between the digits of a number. */
const IN_NUMBER = new Set(['.', ',', "'", '’']);

/** Returns the place behind a number of several runs of digits that begins at this atom. */
export function numberEnd(atoms: readonly Atom[], from: number): number {
  let to = from + 1;
  for (;;) {
    const [sign, digits] = [atoms[to], atoms[to + 1]];
    if (
      sign?.gap !== 'none' ||
      !IN_NUMBER.has(sign.text) ||
      digits?.gap !== 'none' ||
      digits.kind !== 'digits'
    )
      return to;
    to += 2;
  }
}

export const textOf = (atoms: readonly Atom[], from: number, to: number): string => {
  let text = '';
  for (let at = from; at < to; at += 1)
    text += (at > from && atoms[at]!.gap !== 'none' ? ' ' : '') + atoms[at]!.text;
  return text;
};

/** Whether a number may begin here: not within a word or a part number. */
export function isFreeBefore(atoms: readonly Atom[], at: number): boolean {
  const [atom, before] = [atoms[at]!, atoms[at - 1]];
  if (atom.gap !== 'none' || before === undefined) return true;
  if (before.kind !== 'sign' || /[-./+#_–—'’]/.test(before.text)) return false;
  if (before.text !== ',' || before.gap !== 'none') return true;
  // Behind a part number a comma parts cells, behind a number it does not: 'NB-E64,150' and '1,500'.
  const last = atoms[at - 2];
  return last?.kind !== 'digits' || !isFreeBefore(atoms, at - 2);
}

/** Returns the words of a line; signs are of none. */
export function wordsOf(atoms: readonly Atom[]): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < atoms.length; ) {
    if (atoms[at]!.kind === 'sign') {
      at += 1;
      continue;
    }
    const isNumeric = atoms[at]!.kind === 'digits' && isFreeBefore(atoms, at);
    let to = isNumeric ? numberEnd(atoms, at) : at + 1;
    for (;;) {
      const [next, after] = [atoms[to], atoms[to + 1]];
      if (next?.gap === 'none' && next.kind !== 'sign') to += 1;
      else if (next?.gap === 'none' && next.text === '.' && after?.gap === 'none' && after.kind !== 'sign')
        to += 2;
      else break;
    }
    const word = measured(atoms, at, to);
    words.push(word);
    at = word.to;
  }
  return words;
}

/** Returns the word of some atoms, with the unit behind it where it is a number. */
function measured(atoms: readonly Atom[], from: number, to: number): Word {
  const text = plainWord(textOf(atoms, from, to));
  if (!/^\d/.test(text)) return { from, to, text, kind: 'word' };
  const number = plainNumber(text);
  if (!/^\d+(?:\.\d+)?$/.test(number)) {
    const split = /^([\d.,]{1,15})(\p{L}{1,12})$/u.exec(text);
    const unit = split && unitOf(split[2]! + secondOf(atoms, to));
    if (!unit) return { from, to, text: number, kind: 'word' };
    return { from, to: to + secondLength(atoms, to), text: plainNumber(split[1]!) + unit, kind: 'measure' };
  }
  if (!isFreeBefore(atoms, from) && atoms[from - 1]?.kind !== 'letters')
    return { from, to, text: number, kind: 'number' };
  const isHyphened = atoms[to]?.text === '-' && atoms[to]!.gap === 'none' && atoms[to + 1]?.gap === 'none';
  const at = isHyphened ? to + 1 : to;
  const next = atoms[at];
  if (next?.text === '"' && next.gap === 'none')
    return { from, to: at + 1, text: `${number}inch`, kind: 'measure' };
  const isApart =
    next &&
    next.kind === 'letters' &&
    next.gap !== 'cell' &&
    !(atoms[at + 1]?.gap === 'none' && atoms[at + 1]!.kind !== 'sign');
  const unit = isApart ? unitOf(next.text + secondOf(atoms, at + 1)) : undefined;
  return unit === undefined
    ? { from, to, text: number, kind: 'number' }
    : { from, to: at + 1 + secondLength(atoms, at + 1), text: number + unit, kind: 'measure' };
}

/** The '/s' of 'Gb/s'. */
const isPerSecond = (atoms: readonly Atom[], at: number) =>
  atoms[at]?.text === '/' &&
  atoms[at]!.gap === 'none' &&
  atoms[at + 1]?.text === 's' &&
  atoms[at + 1]!.gap === 'none';
const secondOf = (atoms: readonly Atom[], at: number) => (isPerSecond(atoms, at) ? '/s' : '');
const secondLength = (atoms: readonly Atom[], at: number) => (isPerSecond(atoms, at) ? 2 : 0);

/** Returns a word in lower case, without accents. */
function plainWord(text: string): string {
  return (/[^ -~]/.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text).toLowerCase();
}

/** Returns a number without signs of thousands, and with a point before its decimals. */
function plainNumber(text: string): string {
  if (/^\d{1,3}(?:[,'’]\d{3}){1,4}$/.test(text)) return text.replace(/[,'’]/g, '');
  return /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
}

/** Returns the words of a text, each in its spelling for comparisons. */
export const wordsIn = (text: string): Word[] => wordsOf(atomsOf(plainDigits(text)));
