/** Whether a description beside a part number describes another part: it contradicts a fact that the catalogue knows. Pure. */
import { colours, negations } from '#content/search.ts';
import { type Word, wordsIn } from '#contract/matching/atoms.ts';
import type { Product } from '#contract/products/schema.ts';
import { measuresOf } from '../products/units.ts';
import { meaningsOf, plainLetters, singular } from '../products/words.ts';
import { plain as plainText } from './reading/own-words.ts';
import { readOnce } from './reading/read-once.ts';

/** The most characters that are looked at. */
const MOST = 500;

/** Rounded numbers are the same: this share of each other. 1.9 TB is 1.92 TB, and 4.8 GHz is not 4.7 GHz. */
const TOLERANCE = 0.011;

/** What a description has besides the part: its weight, and how long it lasts or is on its way. */
const BESIDE = new Set(['mass', 'time']);

/** Numbers before what is counted: 'dual-port'. */
const COUNTED: Record<string, number> = { single: 1, dual: 2, triple: 3, quad: 4 };

/** What a text says of facts, each by what it is about: numbers by their measure, or by the word that they are beside. */
type Facts = Map<string, (number | string)[]>;

/** What else of the catalogue is asked: values that an attribute has in the part's category, and whether names of its parts have a word. */
export interface Siblings {
  choices: (key: string) => readonly string[];
  isNamed: (word: string) => boolean;
}

/**
 * Returns whether a description contradicts a part: of what the part's name or attributes have, such as a size, a number of cores, a
 * generation, a choice, a colour or ECC, it says another one and not theirs; or it has a word by which parts of its category are called, and
 * not this one.
 */
export function contradicts(description: string, product: Product, { choices, isNamed }: Siblings): boolean {
  const said = wordsIn(description.slice(0, MOST).replace(WEIGHT, ' ').replace(OCTETS, 'B'));
  if (said.length === 0) return false;
  const known = knownOf(product);
  const isOther = [...toFacts([said], known.counted)].some(([about, told]) => {
    const own = known.named.get(about) ?? known.valued.get(about) ?? [];
    // What is told of another fact of the part, such as its cache, says nothing of this one.
    const left = told.filter((one) => hasSame(own, one) || !hasSame(known.beside.get(about) ?? [], one));
    return own.length > 0 && left.length > 0 && !left.some((one) => hasSame(own, one));
  });
  const texts = new Set(said.map(plain));
  return (
    isOther ||
    isOtherColour(texts, known.colours) ||
    product.attributes.some(({ key, name, value }) =>
      typeof value === 'boolean'
        ? isOtherYesNo(said, known.details, wordsIn(name).map(plain), value)
        : typeof value === 'string' && isOtherChoice(texts, known.words, value, choices(key)),
    ) ||
    [...texts].some((word) => /^\p{L}{3,}$/u.test(word) && !isOwn(known.words, word) && isNamed(word))
  );
}

/** Whether a word is in a part's words, or a synonym of one, as 'dimm' is for a UDIMM. */
const isOwn = (own: ReadonlySet<string>, word: string) =>
  own.has(word) || meaningsOf([word]).some((meaning) => meaning.every((one) => own.has(one)));

/** What a part weighs is said beside it; 10G is a speed. */
const WEIGHT = /(?<![\p{L}\p{N}.,-])\d[\d.,]{0,8} ?k?g(?![\p{L}\p{N}])/gu;

/** French bytes: '16 To'. */
const OCTETS = /(?<=\d ?[KMGT])o(?!\p{L})/gu;

/** What is known of a part. */
interface Known {
  named: Facts;
  valued: Facts;
  /** What its details say, and all of its values. */
  beside: Facts;
  /** What its attributes count, such as ports. */
  counted: ReadonlySet<string>;
  words: ReadonlySet<string>;
  details: readonly Word[];
  /** Of its name and values: the latch of its details may be green. */
  colours: readonly string[];
}

const knownOf = readOnce(readKnown);

function readKnown({ name, shortDetails, maker = '', category, attributes }: Product): Known {
  const values = attributes.map(({ name, value, unit = '' }) =>
    wordsIn(typeof value === 'boolean' ? name : `${name} ${value} ${unit}`),
  );
  const nouns = attributes.flatMap(({ name, value, unit }) =>
    typeof value === 'number' && unit === undefined ? [[nounOf(name), value] as const] : [],
  );
  const counted = new Set(nouns.map(([noun]) => noun));
  const [called, details] = [wordsIn(name), wordsIn(shortDetails)];
  const valued = toFacts(values, counted);
  for (const [noun, value] of nouns) valued.set(noun, [...(valued.get(noun) ?? []), value]);
  const others = [maker, category?.name ?? ''].map(wordsIn);
  return {
    named: toFacts([called], counted),
    valued,
    beside: toFacts([details, ...values], counted),
    counted,
    words: new Set([called, details, ...values, ...others].flat().map(plain)),
    details,
    colours: coloursIn(new Set([called, ...values].flat().map(plain))),
  };
}

const plain = ({ text }: Word) => plainText(text);

/** What an attribute counts: 'Ethernet ports' are ports. */
const nounOf = (name: string) => singular(plainLetters(name).split(' ').at(-1)!);

/** Returns what texts say: '65 W', '8 cores', and what numbers stand behind, as in 'DDR5', 'PCIe 4.0' and 'Cat 6A'. */
function toFacts(texts: readonly (readonly Word[])[], counted: ReadonlySet<string>): Facts {
  const facts: Facts = new Map();
  const know = (about: string, value: number | string) =>
    facts.set(about, [...(facts.get(about) ?? []), value]);
  for (const words of texts)
    for (const [n, word] of words.entries()) {
      const [before, next] = [words[n - 1], words[n + 1]];
      const unit = word.kind === 'measure' ? word.text.search(/[^\d.]/) : -1;
      if (unit > 0)
        for (const { of, factor } of measuresOf(word.text.slice(unit).replace(/ps$/, '/s')))
          if (!BESIDE.has(of)) know(of, Number(word.text.slice(0, unit)) * factor);
      const number = word.kind === 'number' ? Number(word.text) : undefined;
      const count =
        number === undefined || next?.from === word.to ? (number ?? COUNTED[word.text]) : undefined;
      if (count !== undefined && next && counted.has(plain(next))) know(plain(next), count);
      if (number !== undefined && before && counted.has(plain(before))) know(plain(before), number);
      const numbered = /^((?!x)\p{L}+)(\d+\p{L}?)$/u.exec(word.kind === 'word' ? word.text : '');
      if (numbered) know(`${numbered[1]} `, numberOf(numbered[2]!));
      const isClass = word.kind === 'number' || /^\d+a$/.test(word.text);
      if (isClass && before?.kind === 'word' && before.text.length > 1)
        know(`${before.text} `, numberOf(word.text));
    }
  return facts;
}

const numberOf = (text: string) => (/^[\d.]+$/.test(text) ? Number(text) : text);

const hasSame = (some: readonly (number | string)[], one: number | string) =>
  some.some((other) =>
    typeof one === 'number' && typeof other === 'number'
      ? Math.abs(one - other) <= other * TOLERANCE
      : one === other,
  );

const COLOUR_OF = new Map(
  Object.entries(colours).flatMap(([colour, others]) => [colour, ...others].map((word) => [word, colour])),
);

const coloursIn = (words: ReadonlySet<string>) => [...words].flatMap((word) => COLOUR_OF.get(word) ?? []);

function isOtherColour(said: ReadonlySet<string>, known: readonly string[]): boolean {
  const told = coloursIn(said);
  return told.length > 0 && known.length > 0 && !told.some((colour) => known.includes(colour));
}

/** Whether a text has what tells another value from the part's own, and not what tells its own: 'RDIMM' for a UDIMM. */
function isOtherChoice(
  said: ReadonlySet<string>,
  own: ReadonlySet<string>,
  value: string,
  choices: readonly string[],
): boolean {
  const mine = wordsIn(value).map(plain);
  return choices.some((choice) => {
    const theirs = wordsIn(choice).map(plain);
    const other = telling(theirs, mine);
    const kept = telling(mine, theirs);
    return (
      other.some((word) => /\p{L}{2}/u.test(word) && !own.has(word)) &&
      other.every((word) => said.has(word)) &&
      !(kept.length > 0 && kept.every((word) => said.has(word)))
    );
  });
}

/** What some words have and others do not: of 'SATA 6 Gb/s' the word alone. */
function telling(some: readonly string[], others: readonly string[]): string[] {
  const own = some.filter((word) => !others.includes(word));
  const words = own.filter((word) => /^\p{L}{2,}$/u.test(word));
  return words.length > 0 ? words : own;
}

const NOT = new Set([...negations, 'ohne', 'nicht', 'sans', 'sin']);
const NO = new Set(['no', 'false', 'nein', 'none']);

/** Whether a text says 'ECC' of a part without, or 'non-ECC' of one with it. A word of the part's details with the one before it is another: 'on-die ECC'. */
function isOtherYesNo(
  said: readonly Word[],
  details: readonly Word[],
  name: readonly string[],
  value: boolean,
): boolean {
  const isAt = (words: readonly Word[], at: number) =>
    name.every((word, n) => words[at + n] && plain(words[at + n]!) === word);
  return said.some((_, at) => {
    const before = said[at - 1]?.text ?? '';
    const isNot = NOT.has(before) || NO.has(said[at + name.length]?.text ?? '');
    if (!isAt(said, at) || isNot !== value) return false;
    return value || !details.some((_, n) => n > 0 && details[n - 1]!.text === before && isAt(details, n));
  });
}
