import type { InputEvent } from 'react';

/** Lowers the case of an address as it is typed. */
export function lowerCase({ currentTarget: input }: InputEvent<HTMLInputElement>): void {
  const lower = input.value.toLowerCase();
  // Setting an equal value would still move the caret to the end.
  if (input.value !== lower) input.value = lower;
}
