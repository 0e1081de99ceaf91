import type { ComponentProps } from 'react';
import { CountInput } from './count-input.tsx';
import { Field, type FieldProps } from './field.tsx';

type Props = FieldProps & Omit<ComponentProps<typeof CountInput>, keyof FieldProps | 'children'>;

/** A field for a count. `className` is for the whole field, all other props (as from `register`) for the input. */
export function CountField(field: Props) {
  return <Field {...field}>{(control) => <CountInput {...control} />}</Field>;
}

/** A field for a number that may have decimals: dollars, grams, a value of an attribute. */
export function NumberField(props: Props) {
  return <CountField {...props} inputMode="decimal" />;
}
