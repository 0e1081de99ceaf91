import type { FieldErrors, UseFormRegister, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../field.tsx';
import { TextField } from '../text-field.tsx';
import './address.css';
import { ADDRESS_FIELDS, type AddressValues, listCountries } from './address-values.ts';

interface Props {
  register: UseFormRegister<AddressValues>;
  errors: FieldErrors<AddressValues>;
}

/** The fields of an address, in the order of a label, as browsers fill them. */
export function AddressFields({ register, errors }: Props) {
  // In their order: the first invalid one gets the focus.
  const fields = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, register(field)])) as Record<
    keyof AddressValues,
    UseFormRegisterReturn
  >;
  return (
    <div className="address-fields">
      <TextField
        {...{ label: 'Recipient', error: errors.name?.message, autoComplete: 'shipping name' }}
        {...fields.name}
      />
      <TextField
        {...{ label: 'Company (optional)', error: errors.company?.message }}
        autoComplete="shipping organization"
        {...fields.company}
      />
      <Field label="Street" error={errors.street?.message} className="address-wide">
        {(control) => (
          <textarea
            {...control}
            {...fields.street}
            rows={2}
            autoComplete="shipping street-address"
            className="textarea min-h-10"
          />
        )}
      </Field>
      <TextField
        {...{ label: 'City', error: errors.city?.message, autoComplete: 'shipping address-level2' }}
        {...fields.city}
      />
      <TextField
        {...{ label: 'State or region (optional)', error: errors.region?.message }}
        autoComplete="shipping address-level1"
        {...fields.region}
      />
      <TextField
        {...{
          label: 'ZIP or postal code',
          error: errors.postcode?.message,
          autoComplete: 'shipping postal-code',
        }}
        {...fields.postcode}
      />
      <Field label="Country" error={errors.country?.message}>
        {(control) => (
          <select {...control} {...fields.country} autoComplete="shipping country" className="select">
            {listCountries().map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        {...{ label: 'Phone', error: errors.phone?.message, type: 'tel', autoComplete: 'shipping tel' }}
        {...fields.phone}
      />
    </div>
  );
}
