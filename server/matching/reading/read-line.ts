/**
 * Reads a line with the catalogue. A reading is taken without a question only where it is the only one that explains the whole
 * line; otherwise its readings are the answers of a question.
 */
import { type Count, countsOf, MOST_COUNTS } from '#contract/matching/counts.ts';
import { isCalledOff, saysNotBought } from '#contract/matching/not-bought.ts';
import { MOST_CANDIDATES } from '#contract/matching/schema.ts';
import { type Line, readLine } from '#contract/matching/text.ts';
import type { Product } from '#contract/products/schema.ts';
import { byStock, ofMaker, type Parts } from '../find.ts';
import { bestOf, howRead, isSure } from './choose.ts';
import {
  inDoubt,
  isApart,
  looksOf,
  MOST_NAMED,
  namingWords,
  type PartWords,
  type Reading,
  readingsByNumber,
  readingsByWords,
} from './readings.ts';
import { isDecimalComma, isSpelled, MOST_SPANS, type Span, spansOf } from './spans.ts';

/** A part and a number of pieces that a line may mean, and the texts of the line that say so. */
export interface Answer {
  product: Product;
  /**
   * Of several values the smallest order may leave one. `bond` is said of numbers of a text, not of cells. Undefined where the line says no
   * quantity.
   */
  count?: Pick<Count, 'values' | 'packages' | 'isDoubtful'> & { bond?: Count['bond'] };
  how: { part?: string; quantity?: string };
}

/**
 * What was read. `taken`: one part and its quantity; `part`: one part without doubt, and a quantity that is asked about; `ask`: several
 * parts, or one that is not sure; `nothing`: no part number and no words of a part explain it; `unsearched`: it would have to be searched for.
 */
export interface LineRead {
  line: Line;
  kind: 'taken' | 'part' | 'ask' | 'nothing' | 'unsearched';
  answers: Answer[];
}

/** More words than a line of an order has. */
const MOST_WORDS = 120;

/** Looks at parts with other numbers of a line as words of theirs. */
const MOST_NARROWED = 4;

/** Words by which parts are looked for. */
const MOST_SEARCHED = 12;

export interface Known {
  /** The quantity, where it is said elsewhere, if it is known: then the text's own is none. */
  quantity: number | 'elsewhere' | undefined;
  maker: string;
  /** Whether nothing may be searched for any more. */
  isSpent: boolean;
  /** Counts words that are to be looked at. Returns whether they may be. */
  look: (looks: number) => boolean;
  words: PartWords;
}

const sum = (numbers: readonly number[]) => numbers.reduce((before, number) => before + number, 0);

/** Returns what a line means. */
export function readWith(parts: Parts, text: string, known: Known): LineRead {
  const line = readLine(text);
  const { maker, quantity } = known;
  const isMade = (product: Product) => ofMaker([product], maker, true).length > 0;
  const spans = spansOf(parts, line.atoms, line.noise).map((span) => ({
    ...span,
    products: ofMaker(span.products, maker),
  }));
  if (
    spans.length > MOST_SPANS ||
    line.counts.length > MOST_COUNTS ||
    line.words.length > MOST_WORDS ||
    !known.look(looksOf(line, sum(spans.map(({ products }) => products.length)), line.counts))
  )
    return {
      line,
      kind: spans.length > 0 ? 'ask' : 'nothing',
      answers: spannedAnswers(line, spans.slice(0, MOST_SPANS), []),
    };
  // Of 'D5U-5600,16,200' the number ends within '16,200'.
  const within = spans.flatMap(({ to }) =>
    isDecimalComma(line.atoms, to) ? countsOf(line.atoms, line.words, { noise: line.noise }, to + 1) : [],
  );
  const all = [...line.counts, ...within];
  const counts =
    quantity === undefined
      ? all
      : all.filter(({ bond, values }) => bond !== 'none' || values.some((value) => value === quantity));
  const byNumber = readingsByNumber(line, spans, counts, parts, known.words);
  let readings = byNumber;
  let isWholeSearch = true;
  // Words beside a number may be those of another part.
  if (byNumber.length === 0 || byNumber.some(({ explained }) => explained.own.size > 0)) {
    const words = namingWords(line, counts);
    if (words.some((word) => /\p{L}{2}/u.test(word))) {
      if (known.isSpent) return { line, kind: 'unsearched', answers: [] };
      const named = namedBy(parts, line, words, counts, maker);
      const isLooked = known.look(looksOf(line, named.products.length, counts));
      isWholeSearch = named.isWhole && isLooked;
      readings = [...byNumber, ...readingsByWords(line, isLooked ? named.products : [], counts, known.words)];
    }
  }
  const best = bestOf(line, readings);
  const answers = distinct(line, best, quantity);
  if (best.length === 0) {
    const isOff = isCalledOff(text);
    const longer = ({ key }: Span) => (isOff ? [] : ofMaker(longerThan(parts, key), maker));
    const answers = spannedAnswers(line, spans, quantity === undefined ? counts : [], longer);
    return { line, kind: answers.length > 0 ? 'ask' : 'nothing', answers };
  }
  const isOnePart = best.every(({ product }) => product._id === best[0]!.product._id);
  const isBought = !saysNotBought(text) && (maker === '' || isMade(best[0]!.product));
  // Of parts that were not all looked at none is the only one.
  const isOnly = isWholeSearch || best.every(({ span }) => span !== undefined);
  const isPartSure =
    isBought &&
    isOnly &&
    isOnePart &&
    best.every((one) =>
      isSure(line, { ...one, ...(one.count && { count: { ...one.count, isDoubtful: false } }) }, spans),
    );
  const isTaken =
    isPartSure && answers.length === 1 && (quantity !== undefined || !best[0]!.count?.isDoubtful);
  if (isTaken || isPartSure) return { line, kind: isTaken ? 'taken' : 'part', answers };
  // Beside words that are of another part a number that is spelled out stays one.
  const spelled = best.some(({ span, isNamed }) => span || isNamed) ? [] : spans.filter(isSpelled);
  const numbered = spannedAnswers(line, spelled, quantity === undefined ? counts : []);
  const shorter = shorterOf(line, best, spans, answers, quantity);
  return { line, kind: 'ask', answers: [...numbered, ...answers, ...shorter] };
}

/** Parts that may have all words of a line; not `isWhole` where there are more than are looked at, so that none is the only one. */
interface NamedParts {
  products: Product[];
  isWhole: boolean;
}

/** Returns the parts that may have all words. Where there are too many, numbers that may be quantities are words of the part, too. */
function namedBy(
  parts: Parts,
  line: Line,
  words: readonly string[],
  counts: readonly Count[],
  maker: string,
): NamedParts {
  // The search does not know all units: '10km' is then a number and a word.
  const searched = (word: string) =>
    parts.words.has(word) ? word : word.replace(/^([\d.]+)(\p{L})/u, '$1 $2');
  const having = (some: readonly string[]) =>
    parts.words.having(some.slice(0, MOST_SEARCHED).map(searched).join(' '), MOST_NAMED);
  const found = having(words);
  if (found.length <= MOST_NAMED) return { products: ofMaker(found, maker), isWhole: true };
  const options = [undefined, ...counts];
  const narrowed = new Map<string, Product>();
  let isWhole = options.length <= MOST_NARROWED;
  for (const left of options.slice(0, MOST_NARROWED)) {
    const more = namingWords(line, left ? [left] : []);
    const narrower = more.length > words.length ? having(more) : found;
    isWhole &&= narrower.length <= MOST_NAMED;
    for (const product of narrower) narrowed.set(product._id, product);
  }
  return { products: ofMaker([...narrowed.values()].slice(0, 2 * MOST_NAMED), maker), isWhole };
}

/** Returns the answers of readings, each part and quantity once. */
function distinct(line: Line, readings: readonly Reading[], quantity: Known['quantity']): Answer[] {
  const found = new Map<string, Answer>();
  for (const reading of [...readings].sort((a, b) => byLikelihood(a, b) || byStock(a.product, b.product))) {
    const { product, count } = reading;
    const key = JSON.stringify([
      product._id,
      quantity === undefined && count ? [count.values, count.packages] : [],
    ]);
    if (!found.has(key))
      found.set(key, answerOf(line, product, reading, quantity === undefined ? count : undefined));
  }
  return [...found.values()];
}

function byLikelihood(a: Reading, b: Reading): number {
  const worth = ({ span, isCut, isWeak, isNamed, count }: Reading) =>
    (span ? 40 : 0) -
    (isCut ? 60 : 0) -
    (isWeak ? 30 : 0) +
    (isNamed ? 50 : 0) +
    (span ? Math.min(span.to - span.from, 19) : 0) -
    (count?.isDoubtful ? 5 : 0);
  return worth(b) - worth(a);
}

function answerOf(
  line: Line,
  product: Product,
  read: Parameters<typeof howRead>[1],
  count: Count | undefined,
): Answer {
  return {
    product,
    how: howRead(line, { span: read.span, count, explained: read.explained }),
    ...(count && { count }),
  };
}

const NO_WORDS = { isWhole: false, own: new Set<string>(), literal: [], isWeak: false };

/** Returns what is within numbers that are not sure: 'TRX-1G-LX' of 'TRX-1G-LX I'. */
function shorterOf(
  line: Line,
  best: readonly Reading[],
  spans: readonly Span[],
  answers: readonly Answer[],
  quantity: Known['quantity'],
): Answer[] {
  const shorter: Answer[] = [];
  for (const { span: longer, count } of best)
    for (const span of spans) {
      if (!longer || span === longer || span.from < longer.from || span.to > longer.to) continue;
      for (const product of span.products)
        if (![...answers, ...shorter].some((other) => other.product._id === product._id))
          shorter.push(
            answerOf(
              line,
              product,
              { span, count, explained: NO_WORDS },
              quantity === undefined ? count : undefined,
            ),
          );
    }
  return shorter;
}

/** The shortest number that may be the beginning of a longer one. */
const SHORTEST_BEGUN = 4;

/** Returns parts with a number that begins with another one: the rest of the line may be of it. */
function longerThan({ numbers }: Parts, key: string): Product[] {
  if (key.length < SHORTEST_BEGUN || !/\d/.test(key)) return [];
  return numbers.beginning(key, MOST_CANDIDATES + 1).sort(byStock);
}

/**
 * Returns the parts whose numbers stand in a line that is not explained by them, with the numbers that may be quantities; behind them
 * those with longer numbers.
 */
function spannedAnswers(
  line: Line,
  spans: readonly Span[],
  counts: readonly Count[],
  longer: (span: Span) => readonly Product[] = () => [],
): Answer[] {
  const isWithin = (span: Span, other: Span) =>
    other !== span &&
    other.from <= span.from &&
    span.to <= other.to &&
    (!isCutSpan(other) || isCutSpan(span));
  const outer = spans.filter(
    (span) => !spans.some((other) => isWithin(span, other) && other.to - other.from > span.to - span.from),
  );
  const said = outer
    .flatMap((span) => span.products.map((product) => ({ span, product })))
    .sort((a, b) => Number(isCutSpan(a.span)) - Number(isCutSpan(b.span)) || byStock(a.product, b.product));
  const begun = outer.flatMap((span) => longer(span).map((product) => ({ span, product })));
  const found = new Map<string, Answer>();
  for (const { span, product } of [...said, ...begun]) {
    const free = likelyCounts(
      line,
      counts.filter((count) => isApart(count, span)),
      [span],
    );
    for (const count of free.length > 0 ? free : [undefined]) {
      const key = JSON.stringify([product._id, count?.values, count?.packages]);
      if (!found.has(key))
        found.set(key, answerOf(line, product, { span, count, explained: NO_WORDS }, count));
    }
  }
  return [...found.values()];
}

const isCutSpan = ({ isCutBefore, isCutAfter }: Span) => isCutBefore || isCutAfter;

/** Returns the numbers that are more likely quantities than the others, each as it is beside a part's numbers. */
export function likelyCounts(line: Line, counts: readonly Count[], spans: readonly Span[] = []): Count[] {
  const bound = counts.filter(({ bond, packages }) => bond !== 'none' || packages !== undefined);
  const sure = bound.length > 0 ? bound : counts.filter(({ values }) => values.some(Number.isInteger));
  return sure
    .filter(
      (count) =>
        !sure.some(
          (other) =>
            other !== count &&
            other.from <= count.from &&
            count.to <= other.to &&
            other.to - other.from > count.to - count.from,
        ),
    )
    .map((count) => inDoubt(line, count, spans));
}
