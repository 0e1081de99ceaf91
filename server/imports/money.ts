/** Prices as suppliers write them: a number beside the sign or the code of a currency. Pure. */

const SIGNS: Record<string, string> = {
  $: 'USD',
  us$: 'USD',
  u$s: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '￥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  zł: 'PLN',
  zl: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  lei: 'RON',
  kr: 'SEK, NOK or DKK',
  fr: 'CHF',
  sfr: 'CHF',
  r$: 'BRL',
  a$: 'AUD',
  au$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  hk$: 'HKD',
  nt$: 'TWD',
  dollar: 'USD',
  dollars: 'USD',
  euro: 'EUR',
  euros: 'EUR',
};

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Returns the currency that a sign, a code or a word names, if it names one. */
export function currencyOf(text: string): string | undefined {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  if (Object.hasOwn(SIGNS, word)) return SIGNS[word];
  return word.length === 3 && CODES.has(word.toUpperCase()) ? word.toUpperCase() : undefined;
}

/** Codes in texts that are no words besides. */
const NOTED = new Set(
  `usd eur gbp chf pln czk huf sek nok dkk jpy cny inr aud nzd sgd hkd twd krw brl mxn zar euro euros dollars zł`.split(
    ' ',
  ),
);

/** Returns the currencies that a text names by their signs, codes or words. */
export function currenciesIn(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{Sc}]/u);
  return words.flatMap((word) => {
    const [sign] = /\p{Sc}/u.exec(word) ?? [];
    const named = sign === undefined && !NOTED.has(word) ? undefined : currencyOf(word);
    return named ?? (sign && currencyOf(sign)) ?? [];
  });
}

/** Returns a price without its currency, and which that is. What stands beside a number and names no currency stays. */
export function splitCurrency(text: string): { number: string; currency?: string } {
  const all = text.trim();
  if (!/[^\d.,]/.test(all)) return { number: all };
  const first = all.search(/[\d.,]/);
  if (first < 0) return { number: all };
  let last = all.length;
  while (last > first && !/[\d.,]/.test(all[last - 1]!)) last -= 1;
  const before = all.slice(0, first);
  const sign = /[-−]/.test(before) ? '-' : '';
  const beside = before.replace(/[-−+]/g, '').trim();
  const behind = all.slice(last).trim();
  const named = [beside, behind].filter(Boolean);
  const [currency, other] = named.map(currencyOf);
  const isRead = named.length > 0 && currency !== undefined && (named.length === 1 || other === currency);
  return isRead ? { number: sign + all.slice(first, last), currency } : { number: all };
}

/** Returns the price of a piece where so many cost `price`: exactly, or undefined where it is no price that can be written. */
export function pricePerPiece(price: number, pieces: number): number | undefined {
  if (!Number.isInteger(pieces) || pieces < 1 || !(price > 0)) return undefined;
  const micros = Number((price * MICROS).toPrecision(15));
  const ofPiece = micros / pieces;
  return Number.isSafeInteger(ofPiece) ? ofPiece / MICROS : undefined;
}

const MICROS = 1_000_000;
