import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

interface Props {
  label: string;
  /** The result of the form's `register`. */
  registration: UseFormRegisterReturn;
  /** What is wrong with it, shown below. */
  error: string | undefined;
  hint?: string;
  /** Tells password managers whether to fill it in or to suggest one. */
  autoComplete: 'current-password' | 'new-password';
}

/** The password field of a form. */
export function PasswordField({ label, registration, error, hint, autoComplete }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <input {...control} {...registration} type="password" autoComplete={autoComplete} className="input" />
      )}
    </Field>
  );
}
