/**
 * What pages tell search engines, as schema.org and the rules of Google have it; part-data.ts has that of parts:
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
import type { PublicShop } from '#contract/settings/schema.ts';

export const CONTEXT = 'https://schema.org';

/** The shop. */
export function organizationData(origin: string, logo: string, seller: PublicShop) {
  const [street, town, country] = seller.address;
  return {
    '@context': CONTEXT,
    '@type': 'Organization',
    name: seller.name,
    url: `${origin}/`,
    logo: origin + logo,
    email: seller.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: town,
      addressCountry: country,
    },
  };
}

/** Returns data as the text of a block in a page. No text in it can end the block. */
export function toBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
