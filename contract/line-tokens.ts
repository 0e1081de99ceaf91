/** Parts a line of an order into numbers, words and signs. */
import { unitNames, units } from '#content/search.ts';
import { readCount } from './count-text.ts';
import { UNITS } from './units.ts';

type Kind =
  /** Digits that may be a quantity. */
  | 'number'
  /** x or × beside a number. */
  | 'times'
  /** 'pcs' and the like. */
  | 'pieces'
  /** 'Qty' and the like. */
  | 'label'
  | 'currency'
  /** What stands before a price: @, total. */
  | 'each'
  | 'price'
  /** A number with its unit, as 64GB. */
  | 'measure'
  | 'unit'
  /** Parts the cells of a table. */
  | 'cell'
  /** A dash, comma, colon or equals sign between words. */
  | 'sign'
  | 'word';

/** A part of a line from `start` up to before `end`. */
export interface Token {
  kind: Kind;
  text: string;
  start: number;
  end: number;
  /** What a number may be; see `readCount`. */
  readings?: number[];
  /** Stands directly behind the token before. */
  isGlued: boolean;
}

const LABELS = set(
  'qty quantity qnty menge anzahl stückzahl bestellmenge amount count qté quantité aantal cantidad',
);
const PIECES = set(
  'pcs pc pce pces piece pieces ea each unit units nos stk stck st stück stücke stueck einheiten pz pièces pièce stuks',
);
const CURRENCIES = set('usd eur gbp chf us$ $ € £ ¥ dollar dollars euro euros');
const EACH = set('@ à je per total gesamt');
const UNIT_WORDS = new Set(
  [...Object.values(UNITS).flatMap((some) => Object.keys(some)), ...units, ...Object.keys(unitNames)]
    .flatMap((unit) => [plain(unit), `${plain(unit)}s`])
    .filter((unit) => !PIECES.has(unit)),
);
/** Longer words are not parted: each of their signs would be another look at all that follows it. */
const LONGEST_WORD = 100;
/** Units of sizes such as 120 x 120 mm. */
const LENGTHS = set('mm cm inch in "');

const DASHES = /^[-–—=/]{1,3}>?$/;
const NUMBER = /^\d[\d.,'’]{0,14}$/;
const PRICE =
  /^(?:us)?[$€£¥]\d[\d.,]{0,14}(?:\/[\p{L}.]{1,10})?$|^\d[\d.,]{0,14}[$€£¥](?:\/[\p{L}.]{1,10})?$/iu;
const MEASURE = /^\d[\d.,/]{0,14}-?(?<unit>[\p{L}°"%Ω/²³()]{1,12})$/u;
const TIMES = /^(?<count>\d[\d.,'’]{0,14})[xX](?<rest>.{0,100})$/;
const TIMED = /^[xX](?<count>\d[\d.,'’]{0,14})$/;
const COUNTED = /^(?<count>\d[\d.,'’]{0,14})(?<pieces>\p{L}{2,9}\.?)$/u;
/** What has to be a word of its own. */
const SIGNS = /[;|=×✕✖*]/;

function set(words: string): Set<string> {
  return new Set(words.split(' '));
}

function plain(word: string): string {
  return word.normalize('NFKC').replaceAll('\u03bc', 'µ').toLowerCase();
}

/** Returns whether this is a unit of a measure, or of what parts have, such as pins. */
function isUnit(text: string): boolean {
  return UNIT_WORDS.has(plain(text));
}

export function isLength(text: string): boolean {
  return LENGTHS.has(plain(text));
}

/** Returns the tokens of a line in order. */
export function tokensOf(line: string, decimal?: '.' | ','): Token[] {
  const tokens: Token[] = [];
  const add = (kind: Kind, text: string, start: number, readings?: number[]) => {
    const end = start + text.length;
    tokens.push({
      kind,
      text,
      start,
      end,
      isGlued: tokens.at(-1)?.end === start,
      ...(readings && { readings }),
    });
  };

  function addWord(word: string, start: number): void {
    if (word.length > LONGEST_WORD) {
      add('word', word, start);
      return;
    }
    const letters = plain(word).replace(/\.$/, '');
    const readings = NUMBER.test(word) ? readCount(word, decimal) : [];
    if (word === '') return;
    if (readings.length > 0) add('number', word, start, readings);
    else if (PRICE.test(word)) add('price', word, start);
    else if (LABELS.has(letters)) add('label', word, start);
    else if (PIECES.has(letters)) add('pieces', word, start);
    else if (CURRENCIES.has(letters)) add('currency', word, start);
    else if (EACH.has(letters)) add('each', word, start);
    else if (letters === 'x') add('times', word, start);
    else if (isUnit(word)) add('unit', word, start);
    else if (!addParts(word, start)) add('word', word, start);
  }

  /** Adds a word of several tokens without a space between them. */
  function addParts(word: string, start: number): boolean {
    const measured = MEASURE.exec(word)?.groups?.unit;
    if (measured !== undefined && isUnit(measured)) {
      add('measure', word, start);
      return true;
    }
    const { count, pieces } = COUNTED.exec(word)?.groups ?? {};
    if (count !== undefined && PIECES.has(plain(pieces!).replace(/\.$/, '')))
      return addEach(start, count, pieces!);
    const timed = TIMED.exec(word)?.groups?.count;
    if (timed !== undefined) return addEach(start, word[0]!, timed);
    const times = TIMES.exec(word)?.groups as { count: string; rest: string } | undefined;
    if (times && !isMeasured(times.rest)) {
      addEach(start, times.count, word[times.count.length]!, times.rest);
      return true;
    }
    return addSplit(word, start, ':') || addSplit(word, start, ',') || addSplit(word, start, '@');
  }

  function addSplit(word: string, start: number, sign: string): boolean {
    const at = word.indexOf(sign);
    if (at < 0) return false;
    addWord(word.slice(0, at), start);
    add(sign === '@' ? 'each' : 'sign', sign, start + at);
    addWord(word.slice(at + 1), start + at + 1);
    return true;
  }

  function addEach(start: number, ...parts: string[]): true {
    let at = start;
    for (const part of parts) {
      addWord(part, at);
      at += part.length;
    }
    return true;
  }

  for (const [run, at] of runsOf(line)) {
    if (run.trim() === '') add('cell', run, at);
    else if (SIGNS.test(run))
      add(run === ';' || run === '|' ? 'cell' : run === '=' ? 'sign' : 'times', run, at);
    else addBare(run, at);
  }
  return tokens;

  /** Adds a word without the brackets and quotes around it. */
  function addBare(run: string, at: number): void {
    if (DASHES.test(run)) {
      add('sign', run, at);
      return;
    }
    let start = 0;
    let end = run.length;
    while (start < end && '([{<„“‘«"\''.includes(run[start]!)) start += 1;
    while (end > start && ")]}>”“’»',:.?!".includes(run[end - 1]!)) end -= 1;
    // A quote behind digits is an inch.
    if (run[end - 1] === '"' && (start > 0 || !/\d/.test(run[end - 2] ?? ''))) end -= 1;
    addWord(run.slice(start, end), at + start);
    const last = tokens.at(-1);
    if (run[end] === '.' && (last?.kind === 'pieces' || last?.kind === 'label')) last.end += 1;
    const sign = run.slice(end).search(/[,:]/);
    if (sign >= 0) add('sign', run[end + sign]!, at + end + sign);
  }
}

/** Whether what stands behind the x of '2x16GB' makes it a size, and no quantity. */
function isMeasured(rest: string): boolean {
  if (!/^\d/.test(rest)) return false;
  const unit = MEASURE.exec(rest)?.groups?.unit;
  return NUMBER.test(rest) || /^\d{1,9}x/i.test(rest) || (unit !== undefined && isUnit(unit));
}

/** Parts a line at spaces and signs; tabs and wide gaps stand for themselves. */
function* runsOf(line: string): Generator<[run: string, at: number]> {
  for (const { 0: run, index } of line.matchAll(/\t| {3,}|\S+/g)) {
    let start = 0;
    for (let at = 0; at < run.length; at += 1) {
      if (!SIGNS.test(run[at]!)) continue;
      if (at > start) yield [run.slice(start, at), index + start];
      yield [run[at]!, index + at];
      start = at + 1;
    }
    if (start < run.length) yield [run.slice(start), index + start];
  }
}
