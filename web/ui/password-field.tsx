import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

interface Props {
  label: string;
  /** What ties it to the form. */
  registration: UseFormRegisterReturn;
  /** What is wrong with it, shown below. */
  error: string | undefined;
  hint?: string;
  /** Tells password managers whether to fill it in or to suggest one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password, as a form asks for one. */
export function PasswordField({ label, registration, error, hint, autoComplete }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <input {...control} {...registration} type="password" autoComplete={autoComplete} className="input" />
      )}
    </Field>
  );
}
