import { type FormEventHandler, type ReactNode, type RefObject, useId } from 'react';
import { ActionButton } from './action-button.tsx';
import { Button } from './button.tsx';
import { Panel } from './panel.tsx';
import { useModal } from './use-modal.ts';

interface Asking {
  title: string;
  /** What it is about, or what will happen. */
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  /** Whether the button has the warning style. */
  warns?: boolean;
  busy: boolean;
  onClose: () => void;
}

interface AskProps extends Asking {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Fields, and what went wrong. */
  fields?: ReactNode;
  /** Without fields that are sent: such a dialog may stand within a form. */
  onConfirm?: () => void;
  onSubmit?: FormEventHandler;
}

/** The frame of a question: what it is about, fields, and buttons to cancel and to do it. Render it only while it is open. */
export function AskDialog(props: AskProps) {
  const { dialog, title, children, fields, action, warns, busy, onConfirm, onSubmit, onClose } = props;
  const id = useId();
  const below = (
    <>
      {fields}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button onClick={() => dialog.current?.close()}>Cancel</Button>
        <ActionButton
          kind={warns ? 'error' : 'primary'}
          type={onSubmit ? 'submit' : 'button'}
          busy={busy}
          onClick={onConfirm}
        >
          {action}
        </ActionButton>
      </div>
    </>
  );
  return (
    <Panel dialog={dialog} title={title} aria-describedby={id} onClose={onClose}>
      <div id={id} className="wrap-anywhere mt-2 text-muted">
        {children}
      </div>
      {onSubmit ? (
        <form method="post" noValidate onSubmit={onSubmit} className="mt-4 grid gap-3">
          {below}
        </form>
      ) : (
        <div className="mt-4 grid gap-3">{below}</div>
      )}
    </Panel>
  );
}

interface ConfirmProps extends Asking {
  /** Why it failed; the dialog stays open. */
  problem?: string | undefined;
  onConfirm: () => void;
}

/** Asks for confirmation, by a button that warns unless `warns` is false. Render it only while it is open. */
export function ConfirmDialog({ problem, warns = true, ...asking }: ConfirmProps) {
  const fields = problem && (
    <p role="alert" className="text-error text-sm">
      {problem}
    </p>
  );
  return <AskDialog {...asking} warns={warns} fields={fields} dialog={useModal()} />;
}
