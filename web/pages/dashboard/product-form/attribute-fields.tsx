import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Link } from 'react-router';
import type { Attribute } from '#contract/categories/schema.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { labelOfAttribute } from './labels.ts';
import type { ProductValues } from './values.ts';

interface Props {
  /** Of the chosen category; undefined when none is chosen. */
  attributes: readonly Attribute[] | undefined;
  /** Values that other products of the category have, by the key of the attribute. */
  inUse: Record<string, string[]>;
  register: UseFormRegister<ProductValues>;
  errors: FieldErrors<ProductValues>;
}

/** A field for each attribute of the chosen category. */
export function AttributeFields({ attributes, inUse, register, errors }: Props) {
  if (!attributes?.length) {
    return (
      <p className="text-muted text-sm">
        {attributes
          ? 'This category has no attributes yet. '
          : 'Choose a category above to fill in its attributes. '}
        <Link to="/dashboard/categories" className="text-link">
          Categories
        </Link>
      </p>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {attributes.map((attribute) => (
        <AttributeField
          key={attribute.key}
          attribute={attribute}
          inUse={inUse[attribute.key] ?? []}
          register={register}
          error={errors.attributes?.[attribute.key]?.message}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  attribute: Attribute;
  inUse: string[];
  register: UseFormRegister<ProductValues>;
  error: string | undefined;
}

function AttributeField({ attribute, inUse, register, error }: FieldProps) {
  const field = register(`attributes.${attribute.key}`);
  const label = labelOfAttribute(attribute);
  if (attribute.kind === 'number') return <NumberField label={label} error={error} {...field} />;
  if (attribute.kind === 'yesno') {
    return (
      <SelectField
        label={label}
        error={error}
        {...field}
        options={{ '': 'Not said', yes: 'Yes', no: 'No' }}
      />
    );
  }
  const list = `in-use-${attribute.key}`;
  return (
    <>
      <TextField label={label} error={error} {...field} {...(inUse.length > 0 && { list })} dir="auto" />
      {inUse.length > 0 && <Suggestions id={list} values={inUse} />}
    </>
  );
}

/** Values in use, which the browser suggests at a field. */
export function Suggestions({ id, values }: { id: string; values: string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}
