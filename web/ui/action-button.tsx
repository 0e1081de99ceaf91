import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface Props extends ComponentProps<typeof Button> {
  /** While true, a press does nothing and the focus stays. A disabled button would lose the focus. */
  busy: boolean;
}

/** A button for an action that takes a moment. */
export function ActionButton({ busy, onClick, ...rest }: Props) {
  return (
    <Button
      {...rest}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // Also stops a second Enter: browsers click the submit button for it.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** The button that sends a form. */
export function SubmitButton(props: Props) {
  return <ActionButton type="submit" kind="primary" {...props} />;
}
