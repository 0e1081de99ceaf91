import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** What it does is being done: a press does nothing, and the focus stays here. A disabled button would lose it. */
  busy: boolean;
}

/** A button that starts something that takes a moment. */
export function ActionButton({ busy, onClick, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // Also keeps the Enter key from sending a form twice: browsers press its submit button for that.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
