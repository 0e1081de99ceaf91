import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

interface InputClass {
  /** Classes of the input. */
  inputClass?: string;
}

type TextProps = FieldProps & InputClass & Omit<ComponentProps<'input'>, keyof FieldProps | 'children'>;

/** A field of one line. `className` is for the whole field, all other props (as from `register`) for the input. */
export function TextField({ inputClass = '', ...field }: TextProps) {
  const own = `${field.readOnly ? 'input input-given' : 'input'} ${inputClass}`;
  return <Field {...field}>{(control) => <input {...control} className={own} />}</Field>;
}

type AreaProps = FieldProps & InputClass & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'children'>;

/** A field of several lines. Its props are as those of `TextField`. */
export function TextArea({ inputClass = '', ...field }: AreaProps) {
  return (
    <Field {...field}>{(control) => <textarea {...control} className={`textarea ${inputClass}`} />}</Field>
  );
}
