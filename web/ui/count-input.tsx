import type { ComponentProps, KeyboardEvent } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'step'> {
  /** Gets 1 for the key up, and -1 for the key down. */
  onStep?: (direction: 1 | -1) => void;
  /** Gets the field when Enter is pressed in it. */
  onEnter?: (field: HTMLInputElement) => void;
}

/** A field for a number of pieces, with or without commas between thousands: `parseCount` reads it. */
export function CountInput({ className = '', onStep, onEnter, ...props }: Props) {
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter' && !event.repeat) onEnter?.(event.currentTarget);
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined;
    if (!direction || !onStep) return;
    event.preventDefault();
    onStep(direction);
  }

  return (
    <input
      onKeyDown={onKeyDown}
      inputMode="numeric"
      {...props}
      type="text"
      autoComplete="off"
      className={`input num text-end ${className}`}
    />
  );
}
