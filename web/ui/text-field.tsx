import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

interface InputClass {
  /** Classes of the input. */
  inputClass?: string;
}

type TextProps = FieldProps & InputClass & Omit<ComponentProps<'input'>, keyof FieldProps>;

/** A field of one line. `className` is for the whole field, all other props (as from `register`) for the input. */
export function TextField({ label, error, note, hint, className, inputClass = '', ...input }: TextProps) {
  const own = `${input.readOnly ? 'input input-given' : 'input'} ${inputClass}`;
  return (
    <Field label={label} error={error} note={note} hint={hint} className={className}>
      {(control) => <input {...control} {...input} className={own} />}
    </Field>
  );
}

type AreaProps = FieldProps & InputClass & Omit<ComponentProps<'textarea'>, keyof FieldProps>;

/** A field of several lines. Its props are as those of `TextField`. */
export function TextArea({ label, error, note, hint, className, inputClass = '', ...input }: AreaProps) {
  return (
    <Field label={label} error={error} note={note} hint={hint} className={className}>
      {(control) => <textarea {...control} {...input} className={`textarea ${inputClass}`} />}
    </Field>
  );
}
