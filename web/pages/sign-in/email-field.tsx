import type { InputEvent } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import type { FormField } from '../../ui/use-submit.ts';

interface Props extends FormField {
  /** The autocomplete hint for password managers: the account's name, or an email address. */
  autoComplete?: 'username' | 'email';
}

/** The address of an account. Input becomes lower case at once. */
export function EmailField({ autoComplete = 'username', ...field }: Props) {
  return (
    <TextField
      label="Email"
      {...field}
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
