import type { InputEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '../../ui/text-field.tsx';

interface Props {
  /** The result of the form's `register`. */
  registration: UseFormRegisterReturn;
  /** The error, shown below. */
  error: string | undefined;
  /** The autocomplete hint for password managers: the account's name, or an email address. */
  autoComplete?: 'username' | 'email';
}

/** The address of an account. Input becomes lower case at once. */
export function EmailField({ registration, error, autoComplete = 'username' }: Props) {
  return (
    <TextField
      label="Email"
      error={error}
      {...registration}
      onInput={lowerCase}
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
    />
  );
}

function lowerCase({ currentTarget: input }: InputEvent<HTMLInputElement>): void {
  const lower = input.value.toLowerCase();
  // Setting an equal value would move the caret to the end.
  if (input.value !== lower) input.value = lower;
}
