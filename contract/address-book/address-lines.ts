import { formatAddress } from 'localized-address-format';
import { countryName } from './country-name.ts';
import type { ShipTo } from './ship-to.ts';

/** Returns an address as the lines of a label, in the order of its country, without the phone. */
export function addressLines(address: ShipTo): string[] {
  const { name, company, street, country } = address;
  return [
    name,
    ...(company ? [company] : []),
    ...street,
    ...placeLines(address),
    countryName(country) ?? country,
  ];
}

/** City, postcode and region as their country writes them: '50667 Köln', 'Oakland, CA 94607'. None of them is left out. */
function placeLines({ city, postcode, region, country }: ShipTo): string[] {
  const lines = formatAddress(
    { postalCountry: country, locality: city, postalCode: postcode, administrativeArea: region ?? '' },
    'latin',
  );
  const isSaid = (part: string) => lines.join(' ').toUpperCase().includes(part.toUpperCase());
  // Of some countries it is not known that they have postcodes.
  if (!isSaid(city) || !isSaid(postcode))
    return [[city, [region, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')];
  return region && !isSaid(region) ? [...lines, region] : lines;
}
