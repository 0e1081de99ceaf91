import type { ComponentProps } from 'react';
import { CountInput } from '../../ui/count-input.tsx';
import { Field } from '../../ui/field.tsx';

type FieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'hint'> & ComponentProps<'input'>;

/** A field for a count. Everything but label, error and hint is of the input: what `register` returns, too. */
export function CountField({ label, error, hint, ...input }: FieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <CountInput {...control} {...input} />}
    </Field>
  );
}

/** A field for dollars. */
export function PriceField({ label, error, hint, ...input }: FieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <input
          {...control}
          {...input}
          type="number"
          min={0}
          inputMode="decimal"
          className="input num text-end"
        />
      )}
    </Field>
  );
}
