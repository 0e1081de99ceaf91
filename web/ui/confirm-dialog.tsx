import { type ReactNode, useId } from 'react';
import { ActionButton } from './action-button.tsx';
import { useModal } from './use-modal.ts';

interface Props {
  title: string;
  /** What will happen, in a sentence. */
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  /** Whether the button has the warning style; true by default. */
  warns?: boolean;
  busy: boolean;
  /** Why it failed; the dialog stays open. */
  problem?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation. Render it only while it is open. */
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
  const dialog = useModal();
  const id = useId();

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
