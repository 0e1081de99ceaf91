/** Lines that name every part of a catalogue in many ways, and what became of them: for tests. */
import type { Match } from '#contract/matching/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import { inTurns } from '../../server/ground/limits/turns.ts';
import type { Parts } from '../../server/matching/find.ts';
import { matchLines } from '../../server/matching/match.ts';
import { partNumberKey } from '../../server/products/part-number.ts';

/** A line as somebody writes it, and what it means. */
export interface Written {
  text: string;
  /** The SKU of the part; undefined where no part may be taken. */
  sku: string | undefined;
  quantity: number | undefined;
}

const spaced = (number: string) => number.replace(/[^\p{L}\p{N}]+/gu, ' ');
const bare = (number: string) => number.replace(/[^\p{L}\p{N}]+/gu, '');

const withCommas = (number: string) => number.replace(/(?<=\d)\.(?=\d)/g, ',');

/** The spellings of a part: its numbers as they are, without signs, with spaces for signs, with decimal commas, in lower case; and its name. */
function spellingsOf({ sku, mpn = sku, name }: Product): { number: string[]; name: string[] } {
  const numbers = [...new Set([sku, mpn])].flatMap((one) => [
    one,
    one.toLowerCase(),
    bare(one),
    spaced(one),
    withCommas(one),
  ]);
  return { number: [...new Set(numbers)], name: [name] };
}

const FORMS: ((part: string, count: number, named: Product) => string)[] = [
  (part, count) => `${count} ${part}`,
  (part, count) => `${part} ${count}`,
  (part, count) => `${count}x ${part}`,
  (part, count) => `${part} x ${count}`,
  (part, count) => `${part} x${count}`,
  (part, count) => `${count} pcs ${part}`,
  (part, count) => `${part}, ${count} Stk.`,
  (part, count) => `${part} - ${count} pieces`,
  (part, count) => `Qty: ${count} ${part}`,
  (part, count) => `${part};${count}`,
  (part, count) => `${part}\t${count}\t$4.50`,
  (part, count) => `${part}\t${count} pcs\t4,50 €\ttotal 2.345,00 €`,
  (part, count) => `> 3. please send ${count} of the ${part}`,
  (part, count) => `${part} @ $12.30 each, ${count} pcs`,
  (part, count) => `${part} (urgent) ${count} pcs`,
  (part, count, { name }) => (part === name ? `${count} ${part}` : `${part}\t${name}\t${count}`),
];

/** Quantities that are written. */
const QUANTITIES = [120, 200, 250, 1000] as const;

/** The ways in which the n-th part is written, each once, with a quantity that can be ordered. */
export function writtenOf(product: Product, n: number): Written[] {
  const count = Math.max(product.minOrder, QUANTITIES[n % QUANTITIES.length]!);
  const { number, name } = spellingsOf(product);
  const texts = [...number, ...name].flatMap((part) => FORMS.map((form) => form(part, count, product)));
  return [...new Set(texts)].map((text) => ({ text, sku: product.sku, quantity: count }));
}

const BEHIND_NAME: ((part: string, count: number) => string)[] = [
  (part, count) => `${part} x ${count}`,
  (part, count) => `${part} ${count} pcs`,
  (part, count) => `${part}, ${count} Stk.`,
  (part, count) => `${part} ${count}`,
  (part, count) => `${part} ${count},00 pcs`,
];

/** A part's numbers, each with the beginnings of its name that end in a number without its unit: 'D5U-5600-32 DDR5-5600 UDIMM 32 x 600'. */
export function shortenedOf({ sku, mpn = sku, name, minOrder }: Product): Written[] {
  const count = Math.max(minOrder, 600);
  const ends = [...name.matchAll(/\d+/g)].map(({ 0: number, index }) => index + number.length);
  const names = [...ends, name.indexOf(',')].filter((end) => end > 0).map((end) => name.slice(0, end));
  const texts = [sku, mpn].flatMap((number) =>
    names.flatMap((short) => BEHIND_NAME.map((form) => form(`${number} ${short}`, count))),
  );
  return [...new Set(texts)].map((text) => ({ text, sku, quantity: count }));
}

/** What became of lines; `wrong`: another part or quantity was taken without a question. */
export interface Tally {
  right: number;
  asked: number;
  /** Asked, and what is right is not among the answers. */
  lost: Written[];
  wrong: { line: Written; match: Match }[];
}

/** Matches lines as a client's, and counts what became of them. */
export async function sweep(parts: Parts, lines: readonly Written[]): Promise<Tally> {
  const tally: Tally = { right: 0, asked: 0, lost: [], wrong: [] };
  for (let start = 0; start < lines.length; start += 200) {
    const some = lines.slice(start, start + 200);
    const matched = await matchLines(
      unbounded(parts),
      some.map(({ text }) => ({ text })),
      inTurns(),
      () => true,
    );
    for (const [n, line] of some.entries()) judge(line, JSON.parse(matched[n]!), parts, tally);
  }
  return tally;
}

/** As among few parts: how much one request may search for is another test's subject. */
const unbounded = (parts: Parts): Parts => ({ ...parts, size: 0 });

function judge(line: Written, match: Match, parts: Parts, tally: Tally): void {
  const { sku, quantity } = line;
  const isPart = match.product?.sku === sku && sku !== undefined;
  if (match.match === 'exact') {
    const isAsked = match.quantity === undefined && quantity !== undefined;
    if (!isPart || (match.quantity !== undefined && match.quantity !== quantity))
      tally.wrong.push({ line, match });
    else if (isAsked) askedFor(line, match, parts, tally);
    else tally.right += 1;
    return;
  }
  askedFor(line, match, parts, tally);
}

function askedFor(line: Written, { answers = [] }: Match, parts: Parts, tally: Tally): void {
  tally.asked += 1;
  const isOffered = answers.some(
    ({ productId, quantity }) => parts.get(productId)?.sku === line.sku && quantity === line.quantity,
  );
  if (!isOffered && line.sku !== undefined) tally.lost.push(line);
}

/** Returns the lines of a part number of which what is right was not offered: more parts may have a name than are offered. */
export const lostNumbers = ({ lost }: Tally, products: readonly Product[]): Written[] => {
  const names = new Map(products.map(({ sku, name }) => [sku, name]));
  return lost.filter(({ text, sku = '' }) => !text.includes(names.get(sku) ?? ''));
};

/** Returns what lines were taken for with a quantity, of which none may be. */
export const takenOf = ({ wrong }: Tally) => wrong.filter(({ match }) => match.quantity !== undefined);

/** Returns a check whether parts have a number. */
const isPartNumber = (parts: Parts) => (text: string) =>
  parts.numbers.exactly(partNumberKey(text)).length > 0;

/** Lines of some parts of a catalogue that may not be taken as they look, with another part of it beside each. */
export function adversarialOf(
  some: readonly Product[],
  products: readonly Product[],
  parts: Parts,
): Written[] {
  const isNumber = isPartNumber(parts);
  return some.flatMap((product, n) => {
    const at = (7 * n + 3) % products.length;
    // A line that names one part twice may be taken.
    const other = products[at] === product ? products[(at + 1) % products.length]! : products[at]!;
    return linesAgainst(product, other, isNumber);
  });
}

/** Variants that there are not, letters wrong, two quantities, two parts. */
function linesAgainst(product: Product, other: Product, isNumber: (text: string) => boolean): Written[] {
  const { sku } = product;
  const unknown = [
    ...[`${sku}-Z9`, `${sku}Z`, `${sku} Z`, `${sku}-R`, `${sku}7`, `${sku} XL`, `X${sku}`, `Q-${sku}`],
    ...[misspelt(sku, 1), misspelt(sku, 3), sku.slice(0, -1), swapped(sku)],
  ].filter((number) => number.length > 3 && !isNumber(number));
  const texts = [
    ...unknown.flatMap((number) => [`${number} 200 pcs`, `200x ${number}`, `${number}\t200`]),
    ...[`${sku} 200 300`, `200 ${sku} 300`, `${sku} 200 pcs 300 pcs`, `${sku};200;300`],
    ...[`${sku} ${other.sku} 200`, `200 ${sku} or ${other.sku}`, `${sku} instead of ${other.sku}, 200 pcs`],
    ...[
      `Bracket for ${sku}, 200 pcs`,
      `without ${sku} 200 pcs`,
      `${sku} 200 pcs cancelled`,
      `not ${sku} 200 pcs`,
    ],
    ...[
      `${sku} ~200`,
      `${sku} 200+`,
      `${sku} 5 boxes`,
      `reel of 200 ${sku}`,
      `${sku} 200 per month`,
      `${sku} -200`,
    ],
    ...[`${sku} DNP 200`, `${sku} 200 pcs, rest later`, `${sku} 2.5k?`, `${sku} tray of 200`],
  ];
  return texts.map((text) => ({ text, sku: undefined, quantity: undefined }));
}

/** A number with one sign of it replaced. */
function misspelt(number: string, at: number): string {
  const letter = number[at]!;
  const wrong = /\d/.test(letter) ? String((Number(letter) + 5) % 10) : letter === 'Q' ? 'K' : 'Q';
  return /[\p{L}\p{N}]/u.test(letter) ? number.slice(0, at) + wrong + number.slice(at + 1) : `${number}Q`;
}

const swapped = (number: string) => number.slice(0, -2) + number.at(-1)! + number.at(-2)!;
