/** Card brands, formatting of the parts of a card, and their validation. */

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';
export type Part = 'number' | 'expiry' | 'cvc';

export interface FieldError {
  type: 'validation_error';
  code: string;
  message: string;
}

interface BrandFacts {
  start: RegExp;
  lengths: number[];
  groups: number[];
  cvc: number;
}

const BY_FOURS = [4, 4, 4, 4, 3];
const UNKNOWN: BrandFacts = { start: /^/, lengths: [16], groups: BY_FOURS, cvc: 3 };
const BRANDS: [Brand, BrandFacts][] = [
  ['visa', { ...UNKNOWN, start: /^4/ }],
  ['mastercard', { ...UNKNOWN, start: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ }],
  ['amex', { start: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 }],
  ['discover', { ...UNKNOWN, start: /^(6011|64[4-9]|65)/ }],
  ['diners', { start: /^3(0[0-5]|[68])/, lengths: [14, 16], groups: [4, 6, 4, 2], cvc: 3 }],
  ['jcb', { ...UNKNOWN, start: /^35(2[89]|[3-8])/ }],
  ['unionpay', { ...UNKNOWN, start: /^62/, lengths: [16, 19] }],
];

const facts = (brand: Brand): BrandFacts => BRANDS.find(([name]) => name === brand)?.[1] ?? UNKNOWN;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

export function brandOf(number: string): Brand {
  return BRANDS.find(([, { start }]) => start.test(number))?.[0] ?? 'unknown';
}

/** Formats '42424242' as '4242 4242', an American Express number as '3782 822463 10005'. */
export function formatNumber(text: string): string {
  const { groups, lengths } = facts(brandOf(digitsOf(text)));
  let rest = digitsOf(text).slice(0, Math.max(...lengths));
  const parts: string[] = [];
  for (const size of groups) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** Formats '1230', '12/2030' and '12 / 30' as '12 / 30'; a first digit above 1 is a whole month: '4' becomes '04 / '. */
export function formatExpiry(text: string): string {
  const whole = /^\s*(\d{1,2})\s*[/.-]\s*(?:20)?(\d{2})\s*$/.exec(text);
  let digits = whole ? whole[1]!.padStart(2, '0') + whole[2]! : digitsOf(text);
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  if (/^([2-9]|1[3-9])/.test(digits) || (!whole && /^\s*1\s*\//.test(text))) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function formatCvc(text: string, brand: Brand): string {
  return digitsOf(text).slice(0, facts(brand).cvc);
}

/** Returns whether the part has its maximum length. */
export function isFull(part: Part, text: string, brand: Brand): boolean {
  const { length } = digitsOf(text);
  if (part === 'number') return length === Math.max(...facts(brand).lengths);
  return length === (part === 'expiry' ? 4 : facts(brand).cvc);
}

const problem = (code: string, message: string): FieldError => ({ type: 'validation_error', code, message });

/** Returns the error of a part, with Stripe's codes and messages; undefined when it is valid. */
export function problemOf(
  part: Part,
  text: string,
  brand: Brand,
  today = new Date(),
): FieldError | undefined {
  const digits = digitsOf(text);
  if (part === 'number') {
    if (!facts(brand).lengths.includes(digits.length)) {
      return problem('incomplete_number', 'Your card number is incomplete.');
    }
    return luhn(digits) ? undefined : problem('invalid_number', 'Your card number is invalid.');
  }
  if (part === 'expiry') return expiryProblem(digits, today);
  if (digits.length < facts(brand).cvc) {
    return problem('incomplete_cvc', "Your card's security code is incomplete.");
  }
  return undefined;
}

function expiryProblem(digits: string, today: Date): FieldError | undefined {
  if (digits.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  if (month < 1 || month > 12) {
    return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
  }
  if (year < today.getFullYear()) {
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.");
  }
  if (year > today.getFullYear() + 50) {
    return problem('invalid_expiry_year', "Your card's expiration year is invalid.");
  }
  return undefined;
}

/** Returns whether the check digit (ISO/IEC 7812) is right. */
export function luhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
