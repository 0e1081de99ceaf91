const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Returns a day such as '2027-03-03' as people read it: 'Mar 3, 2027'. It is the same day everywhere. */
export function formatDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
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
