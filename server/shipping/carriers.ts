import { carriers } from '../../content/carriers.ts';

/** Returns a carrier's name as the shop writes it, in whichever case it is given. */
export function carrierName(given: string): string {
  return find(given)?.name ?? given;
}

/** Returns where a carrier tells where a shipment is; undefined for a carrier that the shop does not know. */
export function trackingUrl(carrier: string | null, tracking: string | null): string | undefined {
  if (carrier === null || tracking === null) return undefined;
  // A function, as `$&` in a number would stand for something else.
  return find(carrier)?.url.replace('{tracking}', () => encodeURIComponent(tracking));
}

const find = (given: string) => carriers.find(({ name }) => name.toLowerCase() === given.toLowerCase());
