import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from './text-field.tsx';

interface Props {
  label: string;
  /** The result of the form's `register`. */
  registration: UseFormRegisterReturn;
  /** The error, shown below. */
  error: string | undefined;
  hint?: string;
  /** The autocomplete hint: the current password, or a new one. */
  autoComplete: 'current-password' | 'new-password';
}

/** The password field of a form. */
export function PasswordField({ label, registration, error, hint, autoComplete }: Props) {
  return (
    <TextField
      label={label}
      error={error}
      hint={hint}
      {...registration}
      type="password"
      autoComplete={autoComplete}
    />
  );
}
