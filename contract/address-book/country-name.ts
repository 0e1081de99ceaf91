const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns the English name of a region, also of one that is no country (any more); undefined where it has none. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined;
}
