import type { ShipTo } from '#contract/address-book/ship-to.ts';
import { addressErrors, toValues } from './address-values.ts';

/** Returns why nothing can be sent to an address that was kept before a rule of today; undefined where it can. */
export function addressTrouble(shipTo: ShipTo): string | undefined {
  const errors = addressErrors(toValues(shipTo));
  if (errors.country) return `Its country (${shipTo.country}) is none that we can ship to. Choose it anew.`;
  const [first] = Object.values(errors);
  return first && `It cannot be used as it is: ${first}.`;
}
