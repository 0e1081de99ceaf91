/**
 * How many decimals a currency has, by ISO 4217 (list one). `Intl` says none for some that have two, such as HUF and COP, as that is
 * how people write them.
 */

const DECIMALS = new Map([
  ...decimals(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...decimals(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...decimals(4, 'CLF UYW'),
]);

function decimals(count: number, codes: string): [string, number][] {
  return codes.split(' ').map((code) => [code, count]);
}

/** Returns the decimals of a currency's amounts: 2 for 'USD', 0 for 'JPY'. Takes upper case. */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}

/** Returns minor units as an amount: 1050 is 10.5 in 'USD', and 1050 in 'JPY'. */
export function fromMinor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}
