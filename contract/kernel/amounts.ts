/** What a document comes to: nothing else sums its lines. Pure. */
import { roundedQuotient, toCents, toDollars } from './money.ts';

/** Categories of VAT as EN 16931 codes them (UNCL5305): 'O' is outside the scope of tax, 'S' the standard rate. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M';

/** How a line or a charge is taxed. `rateBp` is in hundredths of a percent: 1900 is 19 %. */
export interface TaxRate {
  category: TaxCategory;
  rateBp: number;
}

/** What a document has beside its lines: freight and fees are positive, discounts negative. */
export interface Charge extends TaxRate {
  netCents: number;
}

/** How each line of a document is taxed. */
export type Tax<Line> = (line: Line) => TaxRate;

/** A document in integer cents. It has an entry of `rates` for each category and rate, in the order of both. */
export interface Amounts {
  netCents: number;
  taxCents: number;
  grossCents: number;
  rates: RateAmounts[];
}

interface RateAmounts extends TaxRate {
  netCents: number;
  taxCents: number;
}

const BP = 10_000;

/**
 * Returns what lines and charges come to. Tax is rounded once for each category and rate, half a cent away from zero, and never
 * for a line: the rule of EN 16931 (BR-CO-14, 15 and 17).
 */
export function amountsOf<Line extends { netCents: number }>(
  lines: readonly Line[],
  charges: readonly Charge[],
  tax: Tax<Line>,
): Amounts {
  const found = new Map<string, RateAmounts>();
  const add = (netCents: number, { category, rateBp }: TaxRate) => {
    const key = `${category} ${rateBp}`;
    const rate = found.get(key) ?? { category, rateBp, netCents: 0, taxCents: 0 };
    rate.netCents += netCents;
    found.set(key, rate);
  };
  for (const line of lines) add(line.netCents, tax(line));
  for (const charge of charges) add(charge.netCents, charge);
  const rates = [...found.values()].sort(byRate);
  const amounts: Amounts = { netCents: 0, taxCents: 0, grossCents: 0, rates };
  for (const rate of rates) {
    rate.taxCents = roundedQuotient(rate.netCents * rate.rateBp, BP);
    amounts.netCents += rate.netCents;
    amounts.taxCents += rate.taxCents;
  }
  amounts.grossCents = amounts.netCents + amounts.taxCents;
  return amounts;
}

function byRate(one: TaxRate, other: TaxRate): number {
  if (one.category !== other.category) return one.category < other.category ? -1 : 1;
  return one.rateBp - other.rateBp;
}

/** Returns what lines come to before tax. */
export function netOf(lines: readonly { netCents: number }[]): number {
  return lines.reduce((sum, { netCents }) => sum + netCents, 0);
}

/** Returns the same in dollars, of totals in dollars. Throws a RangeError for a total that is not one of cents. */
export function totalOfLines(lines: readonly { total: number }[]): number {
  return toDollars(netOf(lines.map(({ total }) => ({ netCents: toCents(total) }))));
}
