import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** Values with their labels, from top to bottom. */
type OptionsOf =
  | Readonly<Record<string, string>>
  | readonly (readonly [value: string | number, label: string])[];

/** The options of a select. */
export function Options({ of }: { of: OptionsOf }) {
  const pairs = Array.isArray(of) ? of : Object.entries(of);
  return pairs.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

interface Props extends FieldProps, Omit<ComponentProps<'select'>, keyof FieldProps> {
  options?: OptionsOf;
  small?: boolean;
}

/**
 * A field of which one option is chosen: of `options`, below those that are its children. `className` is for the whole field, all
 * other props (as from `register`) for the select.
 */
export function SelectField({ options = [], small = false, children, ...field }: Props) {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} className={small ? 'select select-sm' : 'select'}>
          {children}
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}
