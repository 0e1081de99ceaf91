/** What the form of checkout holds, and what is kept of it in the tab until the purchase is placed. */
import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  breachesOf,
  type CompanyRules,
  FIELD_OF_BREACH,
  type RuleBreach,
} from '#contract/companies/rules.ts';
import { trimShown } from '#contract/kernel/blank.ts';
import { wordsOfField } from '#contract/kernel/field-words.ts';
import { LONGEST_OF_PURCHASE } from '#contract/purchases/limits.ts';
import { openShelf } from '../../kept.ts';
import { type AddressValues, addressErrors, NO_ADDRESS } from '../../ui/address/address-values.ts';

/** Stands for an address that is not in the book. */
export const NEW = 'new';
/** Stands for no billing address: the invoice names the company with its own address, or the person. */
export const OWN = 'own';

export interface CheckoutValues {
  /** The id of an address of the book, NEW, or '' until it is known which ones there are. */
  addressId: string;
  address: AddressValues;
  /** The id of a billing address of the book, OWN, or '' until it is known which ones there are. */
  billToId: string;
  /** Adds the new address to the book. */
  keep: boolean;
  poNumber: string;
  deliveryWish: string;
  costCentre: string;
  note: string;
}

export const NO_VALUES: CheckoutValues = {
  addressId: '',
  address: NO_ADDRESS,
  billToId: '',
  keep: true,
  poNumber: '',
  deliveryWish: '',
  costCentre: '',
  note: '',
};

export const FACTS = Object.keys(LONGEST_OF_PURCHASE) as (keyof typeof LONGEST_OF_PURCHASE)[];
type Facts = Record<(typeof FACTS)[number], string>;

export const checkoutDrafts = openShelf(
  'sessionStorage',
  'checkout form',
  (value): value is CheckoutValues => {
    const { address, addressId } = (value ?? {}) as Partial<CheckoutValues>;
    return typeof addressId === 'string' && typeof address === 'object';
  },
  8_000,
);

/** Returns what a company's rules say of an address that is not in its book; undefined where they leave it open. */
export function newAddressHint({ addressesFromBook, approvals }: CompanyRules): string | undefined {
  if (addressesFromBook)
    return 'Your company ships to addresses of its address book only. Choose one of them, or ask an admin of your company to add this one.';
  if (approvals.some(({ newAddress }) => newAddress))
    return 'This address is not in your company’s address book: the order will need an approval.';
  return undefined;
}

/**
 * Returns what validates the form, by the rules that the server has: those of a company as far as the form knows what they look at.
 * @param wordsOf what is said of a broken rule of the company
 */
export const checkoutResolver =
  (rules: CompanyRules, wordsOf = (breach: RuleBreach) => wordsOfField(breach)!): Resolver<CheckoutValues> =>
  (values) => {
    const asError = (message: string) => ({ type: 'invalid', message });
    const ofAddress = Object.entries(values.addressId === NEW ? addressErrors(values.address) : {});
    const address = Object.fromEntries(ofAddress.map(([field, message]) => [field, asError(message)]));
    const facts = Object.fromEntries(FACTS.map((field) => [field, trimShown(values[field])])) as Facts;
    const long = FACTS.filter((field) => facts[field].length > LONGEST_OF_PURCHASE[field]);
    const breaches = breachesOf(rules, { ...facts, isPoUsed: false, isNewAddress: false });
    if (ofAddress.length + long.length + breaches.length === 0) return { values, errors: {} };
    const errors = {
      ...(ofAddress.length > 0 && { address }),
      ...Object.fromEntries([
        ...breaches.map((breach) => [FIELD_OF_BREACH[breach], asError(wordsOf(breach))]),
        ...long.map((field) => [
          field,
          asError(wordsOfField('too_long', { most: LONGEST_OF_PURCHASE[field] })!),
        ]),
      ]),
    };
    return { values: {}, errors: errors as FieldErrors<CheckoutValues> };
  };
