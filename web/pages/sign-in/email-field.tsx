import type { InputEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '../../ui/text-field.tsx';

interface Props {
  /** The result of the form's `register`. */
  registration: UseFormRegisterReturn;
  /** What is wrong with it, shown below. */
  error: string | undefined;
  /** Tells password managers whether it names an account, or is to be filled in with an address. */
  autoComplete?: 'username' | 'email';
}

/** The address of an account. What is typed becomes lower case at once. */
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
  // Setting an equal value would still move the caret to the end.
  if (input.value !== lower) input.value = lower;
}
