import { decimalsOf, fromMinor } from './currency.ts';

/** How numbers, money and days are written in a locale, and for a currency. */
export interface Formats {
  /** A whole number: 12500 is '12,500'. */
  count: (count: number) => string;
  /** An amount, in the currency: 1234.5 is '$1,234.50'. */
  money: (amount: number) => string;
  /** An amount in the currency's smallest unit: 123450 is '$1,234.50', and 1050 of yen is '¥1,050'. */
  minor: (amount: number) => string;
  /** The price of a piece with all of its decimals: 0.0125 is '$0.0125'. */
  price: (amount: number) => string;
  /** A day such as '2027-03-03', the same everywhere: 'Mar 3, 2027'. */
  day: (day: string) => string;
}

/** A unit price has so many decimals at most. */
const PRICE_DECIMALS = 6;

/**
 * Returns the formats of a locale (BCP 47) and a currency (ISO 4217, upper case). Amounts are in the currency's main unit, with the
 * decimals of its smallest one.
 * @throws RangeError for a locale or a currency that is none
 */
export function formats(locale: string, currency: string): Formats {
  const decimals = decimalsOf(currency);
  const money = { style: 'currency', currency, minimumFractionDigits: decimals } as const;
  const count = new Intl.NumberFormat(locale);
  const amount = new Intl.NumberFormat(locale, { ...money, maximumFractionDigits: decimals });
  const price = new Intl.NumberFormat(locale, { ...money, maximumFractionDigits: PRICE_DECIMALS });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    count: (value) => count.format(value),
    money: (value) => amount.format(value),
    minor: (value) => amount.format(fromMinor(value, currency)),
    price: (value) => price.format(value),
    day: (value) => day.format(new Date(`${value}T00:00:00Z`)),
  };
}
