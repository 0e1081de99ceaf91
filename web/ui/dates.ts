/** Formats of dates in the shop: 'Nov 21, 2026', with '6:05 PM' after it where the time matters. */
const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const momentFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats an ISO 8601 moment as a date in the reader's time zone. Only for what the browser renders. */
export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso));
}

/** Formats an ISO 8601 moment as date and time in the reader's time zone. Only for what the browser renders. */
export function formatMoment(iso: string): string {
  return momentFormat.format(new Date(iso));
}
