/** The address book in the browser, and where the last purchase went. */
import { queryOptions } from '@tanstack/react-query';
import { addressLines } from '#contract/address-book/address-lines.ts';
import type { Address } from '#contract/address-book/schema.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { Purchase } from '#contract/purchases/schema.ts';
import { callAsUser } from './user-calls.ts';
import { userQuery } from './user-query.ts';

/** The address book of a person. */
export const addressBook = (email: string) => userQuery(['addresses', email], 'listAddresses', {});

/** The last purchase of a buyer; null for none. */
const lastPurchase = (email: string) =>
  queryOptions({
    queryKey: ['purchases', 'last', email],
    queryFn: async ({ signal }) => {
      const [last] = await callAsUser('listPurchases', { query: { email, limit: '1' } }, { signal });
      return last ?? null;
    },
  });

/** Where the last purchase of a buyer went; null for none. */
export const lastDelivery = (email: string) => ({
  ...lastPurchase(email),
  select: (last: Purchase | null): ShipTo | null => {
    if (!last) return null;
    if (last.shipTo) return last.shipTo;
    // An order of one product has its address as one text.
    const street = last.shippingAdd.split('\n').slice(0, 3);
    return { name: last.name, street, city: '', postcode: '', country: 'US', phone: last.phone };
  },
});

/** The billing address of the last purchase of a buyer; null for one without. */
export const lastBilling = (email: string) => ({
  ...lastPurchase(email),
  select: (last: Purchase | null): ShipTo | null => last?.billTo ?? null,
});

/** Returns the addresses of a book that orders can go to. */
export const forGoods = (book: Address[]) => book.filter(({ use }) => use !== 'bill');

/** Returns the addresses of a book that invoices can name. */
export const forInvoices = (book: Address[]) => book.filter(({ use }) => use !== 'ship');

/** Returns the address that a new purchase goes to at first: the default; without one, where the last purchase went. */
export function firstChoice(book: readonly Address[], last: ShipTo | null): Address | undefined {
  return book.find(({ isDefault }) => isDefault) ?? lastUsed(book, last) ?? book[0];
}

/** Returns the address of the book to which the last purchase went. */
export function lastUsed(book: readonly Address[], last: ShipTo | null): Address | undefined {
  return last ? book.find(({ shipTo }) => isSame(shipTo, last)) : undefined;
}

/**
 * Returns the billing address that a new purchase begins with: the one used last, or the only one of a company. Undefined where the
 * invoice names the buyer alone.
 */
export function firstBilling(
  billing: readonly Address[],
  last: ShipTo | null,
  isCompany: boolean,
): Address | undefined {
  return lastUsed(billing, last) ?? (isCompany && billing.length === 1 ? billing[0] : undefined);
}

export function isSame(a: ShipTo, b: ShipTo): boolean {
  return a.phone === b.phone && addressLines(a).join('\n') === addressLines(b).join('\n');
}
