import { addressLines } from '#contract/address-book/address-lines.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';

/**
 * Where a purchase goes, as it is stored: `address` is all that is known, or with `shipTo` the lines between the recipient and
 * the city.
 */
export interface Delivery {
  address: string;
  phone: string;
  shipTo?: Omit<ShipTo, 'street' | 'phone'> | undefined;
}

/** Returns an address in the form in which it is stored. */
export function toDelivery({ street, phone, ...shipTo }: ShipTo): Delivery {
  return { address: street.join('\n'), phone, shipTo };
}

/** Returns a stored address as text, and by its parts where they are known. */
export function toAddress({ address, phone, shipTo }: Delivery): {
  shippingAdd: string;
  phone: string;
  shipTo?: ShipTo;
} {
  if (!shipTo) return { shippingAdd: address, phone };
  const parts = { ...shipTo, street: address.split('\n'), phone };
  return { shippingAdd: addressLines(parts).join('\n'), phone, shipTo: parts };
}
