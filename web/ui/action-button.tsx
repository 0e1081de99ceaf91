import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** While true, a press does nothing and the focus stays. A disabled button would lose the focus. */
  busy: boolean;
}

/** A button for an action that takes a moment. */
export function ActionButton({ busy, onClick, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // Also stops a second Enter: browsers click the submit button for it.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
