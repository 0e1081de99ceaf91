/** Numbers of workbooks as people see them: leading zeros, dates, words behind numbers. Pure. */

/** The formats of dates and times that workbooks do not spell out. */
const DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Days from the first day of workbooks to that of the computer's time, and milliseconds of a day. */
const FIRST_DAY = 25_569;
const DAY_MS = 86_400_000;

/** Returns a number of a cell in its format: '00012' of 12 in `00000`, '8 boxes' of 8 in `0" boxes"`. Other signs are left out. */
export function shownNumber(written: string, format: { id: number; code?: string | undefined }): string {
  const value = Number(written);
  if (!Number.isFinite(value)) return written;
  const plain = Number.isInteger(value) || Math.abs(value) < 1e15 ? String(value) : written;
  const { id, code = '' } = format;
  if (DATES.has(id)) return dayOf(value) ?? plain;
  const [section = ''] = code.split(';');
  const signs = section.replace(/\[[^\]]{0,200}\]|"[^"]{0,200}"|\\./g, '');
  if (/[ymdhs]/i.test(signs) && !/[0#]/.test(signs)) return dayOf(value) ?? plain;
  const zeros = /^0{2,20}$/.exec(signs.trim())?.[0].length ?? 0;
  const digits = Number.isInteger(value) && value >= 0 ? plain.padStart(zeros, '0') : plain;
  return withWords(digits, section);
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
