/** Dates as the shop writes them everywhere: 'Nov 21, 2026', and '6:05 PM' after it where the time matters. */
const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const momentFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** An ISO moment as a date, in the reader's time zone. Only for what is rendered in the browser. */
export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso));
}

/** An ISO moment as date and time, in the reader's time zone. Only for what is rendered in the browser. */
export function formatMoment(iso: string): string {
  return momentFormat.format(new Date(iso));
}
