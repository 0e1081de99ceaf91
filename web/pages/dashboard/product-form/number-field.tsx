import type { ComponentProps } from 'react';
import { CountInput } from '../../../ui/count-input.tsx';
import { Field } from '../../../ui/field.tsx';

type FieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'hint'> & ComponentProps<'input'>;

/** A field for a count. All props except label, error and hint are passed to the input, including what `register` returns. */
export function CountField({ label, error, hint, ...input }: FieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <CountInput {...control} {...input} />}
    </Field>
  );
}

/** A field for a number that may have decimals: dollars, grams, a value of an attribute. */
export function NumberField({ label, error, hint, ...input }: FieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <CountInput {...control} {...input} inputMode="decimal" />}
    </Field>
  );
}
