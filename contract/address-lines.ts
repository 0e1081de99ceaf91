import { countryName } from './country-name.ts';
import type { ShipTo } from './ship-to.ts';

/** Returns an address as the lines of a label, without the phone. */
export function addressLines({ name, company, street, city, postcode, region, country }: ShipTo): string[] {
  const place = [city, [region, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, ...(company ? [company] : []), ...street, place, countryName(country) ?? country];
}
