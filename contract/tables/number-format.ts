/** Numbers of workbooks as people see them: leading zeros, dates, words behind numbers. Pure. */

/** The formats of dates and times that workbooks do not spell out. */
const DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Days from the first day of workbooks to that of the computer's time, and milliseconds of a day. */
const FIRST_DAY = 25_569;
const DAY_MS = 86_400_000;

interface NumberFormat {
  id: number;
  code?: string | undefined;
}

/** Returns a number of a cell in its format: '00012' of 12 in `00000`, '8 boxes' of 8 in `0" boxes"`. Other signs are left out. */
export function shownNumber(written: string, format: NumberFormat): string {
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  const plain = plainOf(value, written);
  if (isDate(format)) return dayOf(value) ?? plain;
  const [section = ''] = (format.code ?? '').split(';');
  return withWords(padded(plain, value, section), section);
}

/**
 * Returns a number of a cell with all that its format says of it: currency and unit, quoted or not, and per cent. Three decimals get a
 * zero more, so that nobody takes them for thousands.
 */
export function shownWithUnit(written: string, format: NumberFormat): string {
  const value = Number(written);
  if (!Number.isFinite(value) || isDate(format)) return shownNumber(written, format);
  const section = PER_CENT.has(format.id) ? '0%' : ((format.code ?? '').split(';')[0] ?? '');
  const { before, behind, factor } = besideNumber(section);
  const words = [before, behind].map((text) => (SAYS.test(text) ? text.trim() : ''));
  if (words.every((word) => word === '')) return padded(plainOf(value, written), value, section);
  const scaled = Number((value * factor).toPrecision(15));
  const digits = padded(plainOf(scaled, String(scaled)), scaled, section);
  const exact = /\.\d{3}$/.test(digits) ? `${digits}0` : digits;
  return [words[0], exact, words[1]].filter(Boolean).join(' ');
}

const plainOf = (value: number, written: string) =>
  Number.isInteger(value) || Math.abs(value) < 1e15 ? String(value) : written;

function isDate({ id, code = '' }: NumberFormat): boolean {
  if (DATES.has(id)) return true;
  const signs = signsOf(code.split(';')[0] ?? '');
  return /[ymdhs]/i.test(signs) && !/[0#]/.test(signs);
}

const signsOf = (section: string) => section.replace(/\[[^\]]{0,200}\]|"[^"]{0,200}"|\\./g, '');

function padded(plain: string, value: number, section: string): string {
  const zeros = /^0{2,20}$/.exec(signsOf(section).trim())?.[0].length ?? 0;
  return Number.isInteger(value) && value >= 0 ? plain.padStart(zeros, '0') : plain;
}

/** The formats of per cent that workbooks do not spell out. */
const PER_CENT = new Set([9, 10]);
/** Parts of a format: what is quoted, a letter by itself, brackets, space as wide as a letter, and signs. */
const PARTS = /"([^"]{0,200})"|\\(.)|\[([^\]]{0,200})\]|[_*].|E[+-]|[\s\S]/gi;
/** Signs that say something of a number beside it. */
const SAYS = /[\p{L}\p{Sc}%°]/u;

/** What a format writes before and behind a number, and by what it multiplies it. */
function besideNumber(section: string): { before: string; behind: string; factor: number } {
  const text = { before: '', behind: '' };
  let isBehind = false;
  let commas = 0;
  let factor = 1;
  for (const [part, quoted, single, inBrackets] of section.replace(/^General/i, '0').matchAll(PARTS)) {
    const currency = inBrackets?.startsWith('$') ? inBrackets.slice(1).split('-')[0] : undefined;
    const literal = quoted ?? single ?? currency;
    if (literal !== undefined) text[isBehind ? 'behind' : 'before'] += literal;
    else if (/^[0#?]$/.test(part)) {
      isBehind = true;
      commas = 0;
    } else if (part === ',') commas += 1;
    else if (part.length === 1 && part !== '.') text[isBehind ? 'behind' : 'before'] += part;
    if (literal === undefined && part === '%') factor *= 100;
  }
  // Commas behind all digits are thousands that are not shown.
  return { ...text, factor: isBehind ? factor / 1000 ** commas : factor };
}

function withWords(digits: string, section: string): string {
  const place = section.search(/[0#?]/);
  const words = [...section.matchAll(/"([^"]{1,40})"/g)];
  if (place < 0 || words.length === 0) return digits;
  const said = (some: RegExpExecArray[]) => some.map(([, word]) => word!.trim()).join(' ');
  const before = said(words.filter(({ index }) => index < place));
  const behind = said(words.filter(({ index }) => index > place));
  return [before, digits, behind].filter((part) => part !== '').join(' ');
}

function dayOf(serial: number): string | undefined {
  const time = (serial - FIRST_DAY) * DAY_MS;
  return Math.abs(time) < 8e15 ? new Date(time).toISOString().slice(0, 10) : undefined;
}
