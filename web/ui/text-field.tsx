import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

type FieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'note' | 'hint' | 'className'>;

/** A field of one line. `className` is for the whole field, all other props (as from `register`) for the input. */
export function TextField({
  label,
  error,
  note,
  hint,
  className,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} note={note} hint={hint} {...(className && { className })}>
      {(control) => (
        <input {...control} {...input} className={input.readOnly ? 'input input-given' : 'input'} />
      )}
    </Field>
  );
}
