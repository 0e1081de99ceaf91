import type { ComponentProps } from 'react';

/** A field for a number of pieces, with or without commas between thousands: `parseCount` reads it. */
export function CountInput({ className = '', ...props }: ComponentProps<'input'>) {
  return (
    <input
      {...props}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      className={`input num text-end ${className}`}
    />
  );
}
