const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a day such as '2027-03-03' as people read it: 'Mar 3, 2027'. It is the same day everywhere. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

const monthFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** Returns the month, quarter or year that begins on a day as people read it: 'March 2027', 'Q1 2027', '2027'. */
export function formatPeriod(period: 'month' | 'quarter' | 'year', start: string): string {
  if (period === 'month') return monthFormat.format(new Date(`${start}T00:00:00Z`));
  const year = start.slice(0, 4);
  return period === 'year' ? year : `Q${Math.ceil(Number(start.slice(5, 7)) / 3)} ${year}`;
}

/** Returns a day as in a sentence about the coming twelve months: without its year where it is one of them. */
export function nearDay(day: string, today = new Date()): string {
  const end = new Date(today);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  const isNear = day >= textOf(today) && day < textOf(end);
  return isNear ? formatDay(day).replace(/, \d{4}$/, '') : formatDay(day);
}

const textOf = (day: Date) => day.toISOString().slice(0, 10);

/** The most days on which a product shows what is expected of it. */
export const MOST_EXPECTED = 5;
