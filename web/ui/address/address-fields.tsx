import type { FieldErrors, UseFormRegister, UseFormRegisterReturn } from 'react-hook-form';
import { cannotPrint } from '../cannot-print.ts';
import { SelectField } from '../select-field.tsx';
import { TextArea, TextField } from '../text-field.tsx';
import './address.css';
import { ADDRESS_FIELDS, type AddressValues, listCountries } from './address-values.ts';

interface Props {
  register: UseFormRegister<AddressValues>;
  errors: FieldErrors<AddressValues>;
  /** What the fields hold now. */
  values: AddressValues;
}

/** The fields of an address, in the order of a label, as browsers fill them. */
export function AddressFields({ register, errors, values }: Props) {
  // In their order: the first invalid one gets the focus.
  const fields = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, register(field)])) as Record<
    keyof AddressValues,
    UseFormRegisterReturn
  >;
  const told = (field: keyof AddressValues) => ({
    error: errors[field]?.message,
    note: cannotPrint(values[field]),
  });
  return (
    <div className="address-fields">
      <TextField label="Recipient" {...told('name')} autoComplete="shipping name" {...fields.name} />
      <TextField
        label="Company (optional)"
        {...told('company')}
        autoComplete="shipping organization"
        {...fields.company}
      />
      <TextArea
        label="Street"
        {...told('street')}
        className="address-wide"
        {...fields.street}
        rows={2}
        autoComplete="shipping street-address"
        inputClass="min-h-10"
      />
      <TextField label="City" {...told('city')} autoComplete="shipping address-level2" {...fields.city} />
      <TextField
        label="State or region (optional)"
        {...told('region')}
        autoComplete="shipping address-level1"
        {...fields.region}
      />
      <TextField
        label="ZIP or postal code"
        {...told('postcode')}
        autoComplete="shipping postal-code"
        {...fields.postcode}
      />
      <SelectField
        label="Country"
        error={errors.country?.message}
        {...fields.country}
        autoComplete="shipping country"
        options={listCountries()}
      />
      <TextField label="Phone" {...told('phone')} type="tel" autoComplete="shipping tel" {...fields.phone} />
    </div>
  );
}
