/** What the form of an address holds: text as it was typed. */
import type { FieldErrors, Resolver } from 'react-hook-form';
import { COUNTRIES } from '#contract/address-book/countries.ts';
import { countryName } from '#contract/address-book/country-name.ts';
import { type ShipTo, ShipToSchema } from '#contract/address-book/ship-to.ts';
import { readMessage } from '#contract/kernel/field-message.ts';

/** The street may have several lines. */
export type AddressValues = Record<Exclude<keyof ShipTo, 'street'> | 'street', string>;

export const NO_ADDRESS: AddressValues = {
  name: '',
  company: '',
  street: '',
  city: '',
  region: '',
  postcode: '',
  country: 'US',
  phone: '',
};

/** The fields from top to bottom. */
export const ADDRESS_FIELDS = Object.keys(NO_ADDRESS) as (keyof AddressValues)[];

export function toValues({ street, company = '', region = '', ...rest }: ShipTo): AddressValues {
  return { ...rest, company, region, street: street.join('\n') };
}

/** Returns the address that was typed, without what was left empty. It may be invalid. */
export function toShipTo({ street, company, region, ...rest }: AddressValues): ShipTo {
  return {
    ...trimmed(rest),
    ...(company.trim() && { company: company.trim() }),
    ...(region.trim() && { region: region.trim() }),
    street: street
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  };
}

function trimmed<T extends Record<string, string>>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, text.trim()])) as T;
}

/** Returns the messages of invalid fields, as the server has them. */
export function addressErrors(values: AddressValues): Partial<Record<keyof AddressValues, string>> {
  const parsed = ShipToSchema.safeParse(toShipTo(values));
  const errors: Partial<Record<keyof AddressValues, string>> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    // A line of the street is named by its number.
    const field = path[0] as keyof AddressValues;
    errors[field] ??=
      field === 'street' && path.length === 1 && values.street.trim() !== ''
        ? 'Three lines at most'
        : field === 'country'
          ? 'Choose a country'
          : readMessage(message).message;
  }
  return errors;
}

/** Validates the form of an address. */
export const addressResolver: Resolver<AddressValues> = (values) => {
  const found = Object.entries(addressErrors(values));
  if (found.length === 0) return { values, errors: {} };
  const errors = found.map(([field, message]) => [field, { type: 'invalid', message }]);
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<AddressValues> };
};

let countries: [code: string, name: string][] | undefined;

/** Returns the codes of all countries with their names, by name. */
export function listCountries(): [code: string, name: string][] {
  countries ??= COUNTRIES.map((code): [string, string] => [code, countryName(code) ?? code]).sort(
    ([, a], [, b]) => a.localeCompare(b),
  );
  return countries;
}
