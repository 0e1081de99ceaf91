/** What the columns of a table of prices have, by their headers. Pure. */
import type { PriceColumn } from '#contract/imports/price-rows.ts';
import { isPieceUnit } from '#contract/matching/count-words.ts';
import { plainHeader } from '#contract/tables/header-names.ts';
import { HEADER_NAMES, STOCK_NAMES } from './header-names.ts';
import { currencyOf } from './money.ts';
import { PER } from './price-unit.ts';

const split = (names: string) => names.split(/\s+/);

const NAMES: [PriceColumn, readonly string[]][] = [
  // What counts pieces elsewhere says from how many on: read so, a column of something else is refused and not overlooked.
  ['from', STOCK_NAMES],
  ['from', HEADER_NAMES.minimum ?? []],
  [
    'from',
    split(`from fromqty fromquantity frompieces qtyfrom quantityfrom breakqty breakquantity ab abmenge mengeab abstuck staffelmenge
      staffelab apartirde desde`),
  ],
  ['part', [...(HEADER_NAMES.sku ?? []), ...(HEADER_NAMES.mpn ?? [])]],
  ['sku', split('sku oursku skucode')],
  ['price', HEADER_NAMES.price ?? []],
  ['price', split('price newprice contractprice agreedprice specialprice customerprice yourprice')],
  ['breaks', [...(HEADER_NAMES.price_breaks ?? []), 'pricebreaks']],
  ['per', HEADER_NAMES.price_per ?? []],
  ['currency', [...(HEADER_NAMES.currency ?? []), 'currency']],
];
const ROLES = new Map(NAMES.flatMap(([role, names]) => names.map((name) => [name, role] as const)));

/** Words before a quantity from which a price counts. */
const FROM = new Set(['from', 'ab', 'from qty', '@', '≥', '>=']);

/** Returns the words, numbers and signs of a header, without currencies and pieces: 'Price (USD) from 1,000 pcs' is price, from, 1000. */
function tokensOf(header: string): string[] {
  const tokens =
    header
      .slice(0, 100)
      .toLowerCase()
      .match(/[\p{L}']+|\d[\d.,]*|[+≥@/]|>=/gu) ?? [];
  return tokens
    .map((token) => (/^\d/.test(token) ? token.replace(/[.,]/g, '') : token))
    .filter((token) => /^[\d/]/.test(token) || !(isPieceUnit(token) || currencyOf(token)));
}

/** Returns what a column has by its header, and of how many pieces its prices are: 100 of 'Price per 100'. */
export function roleOf(header: string): { role: PriceColumn; pieces?: number } | undefined {
  const known = ROLES.get(plainHeader(header));
  if (known) return { role: known };
  const tokens = tokensOf(header);
  const at = tokens.findIndex((token) => /^\d/.test(token));
  const named = (words: string[]) => ROLES.get(plainHeader(words.join('')));
  if (at < 0) {
    const role = named(tokens);
    return role && { role };
  }
  const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]];
  const number = Number(tokens[at]);
  if (!(number >= 1 && number <= 9_999_999)) return undefined;
  const isPer = before === '/' || PER.has(before);
  const isFrom = FROM.has(before) || after === '+';
  const rest = tokens.filter(
    (_, n) => n !== at && !((isPer || FROM.has(before)) && n === at - 1) && tokens[n] !== '+',
  );
  if (rest.some((token) => /^\d/.test(token))) return undefined;
  const role = named(rest);
  if (isPer && role === 'price') return { role, pieces: number };
  if (isFrom && (rest.length === 0 || role === 'price' || role === 'from'))
    return { role: `price ${number}` };
  return undefined;
}

/** Rows among which headers are looked for. */
const MOST_LOOKED = 20;

/** Returns the place of the first row whose cells name both parts and prices. */
export function findHeaders(rows: readonly (readonly string[])[]): number | undefined {
  const place = rows.slice(0, MOST_LOOKED).findIndex((cells) => {
    const roles = cells.map((cell) => roleOf(cell)?.role);
    return roles.some(isPart) && roles.some(isPrice);
  });
  return place < 0 ? undefined : place;
}

export const isPart = (role: PriceColumn | null | undefined) => role === 'sku' || role === 'part';
export const isPrice = (role: PriceColumn | null | undefined): role is PriceColumn =>
  role === 'breaks' || role?.startsWith('price') === true;

/** Returns what the columns below headers have. Of several that have the same, none has it: somebody has to choose. */
export function columnsOf(headers: readonly string[]): (PriceColumn | null)[] {
  const roles = headers.map((header) => roleOf(header)?.role ?? null);
  const isTwice = (role: PriceColumn) => role !== 'part' && roles.filter((one) => one === role).length > 1;
  return roles.map((role) => (role !== null && isTwice(role) ? null : role));
}
