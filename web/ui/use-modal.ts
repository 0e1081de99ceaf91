import { type RefObject, useEffect, useRef } from 'react';
import { focusHeadingWhenLost } from './page-focus.tsx';

/** Returns the ref of a dialog that is open, and keeps the rest of the page out of reach, as long as its component is there. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // What had the focus before may be gone by then, or nothing had it.
    element?.addEventListener('close', focusHeadingWhenLost, { once: true });
    // Closing the dialog returns the focus; unmounting alone does not. In development React runs the effect twice, with the dialog
    // still in the page: closing it there would tell its owner that somebody has closed it.
    return () => {
      if (!element?.isConnected) element?.close();
    };
  }, []);
  return dialog;
}

/** The ref of the button that has the focus in a dialog at first: what Enter does there. Also where the dialog opens together with it. */
export function hasFocusFirst(button: HTMLButtonElement | null): void {
  // A dialog that opens looks for the attribute, which React does not write.
  button?.setAttribute('autofocus', '');
  button?.focus();
}
