import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ActionButton } from './action-button.tsx';

interface Props {
  title: string;
  /** What will happen, in a sentence. */
  children: ReactNode;
  /** The word on the button that does it. */
  action: string;
  /** Whether the button that does it warns; it does unless told otherwise. */
  warns?: boolean;
  busy: boolean;
  /** Why it did not work; the dialog stays open. */
  problem?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done that has consequences. Rendered while it is open. */
export function ConfirmDialog({
  title,
  children,
  action,
  warns = true,
  busy,
  problem,
  onConfirm,
  onClose,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing here, not only by unmounting, is what gives the focus back to where it was.
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="panel"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      <div id={`${id}-text`} className="mt-2 text-muted">
        {children}
      </div>
      {problem && (
        <p role="alert" className="mt-3 text-error text-sm">
          {problem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <ActionButton
          className={`btn ${warns ? 'btn-error' : 'btn-primary'}`}
          busy={busy}
          onClick={onConfirm}
        >
          {action}
        </ActionButton>
      </div>
    </dialog>
  );
}
