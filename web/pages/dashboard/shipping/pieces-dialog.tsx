import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { formatCents } from '#contract/kernel/money.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { moveOnEnter } from '../../../ui/move-on-enter.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { PiecesTable } from './pieces-table.tsx';
import { ScanPieces } from './scan-pieces.tsx';
import { counted, type PiecesLine, type TypedPieces, withScanned } from './typed-pieces.ts';
import { othersOf, type Sent, usePieces } from './use-pieces.ts';
import './pieces.css';

interface Props {
  title: string;
  hint?: ReactNode;
  action: string;
  /** What pieces are named for. */
  columns?: readonly string[];
  lines: readonly PiecesLine[] | undefined;
  /** Cents that it is about where it is not about pieces. */
  cents?: number;
  /** Said when there is no line, or none any more. */
  nothingLeft: string;
  /** Shows a field for a scanner. As one ends what it types with Enter, that sends nothing in any field: Ctrl and Enter do. */
  scans?: boolean;
  /** More fields, above the pieces. */
  children?: ReactNode;
  /** More fields of a line, once pieces of it are typed. */
  besides?: (line: PiecesLine) => ReactNode;
  /** Whether the fields of `children` and `besides` are right: where not, they say so. */
  isRight?: (lines: TypedPieces[]) => boolean;
  /** Sends what was typed; returns what to say then, and what to offer as the next step. */
  send: (lines: TypedPieces[], idempotencyKey: string) => Promise<string | Sent>;
  onClose: () => void;
}

/** Asks for pieces of lines, and sends them. Nothing that was typed is lost when it is refused, or by Escape. */
export function PiecesDialog({
  title,
  hint,
  action,
  columns = ['Pieces'],
  lines,
  cents,
  nothingLeft,
  scans,
  children,
  besides,
  isRight,
  send,
  onClose,
}: Props) {
  const dialog = useModal();
  const form = useRef<HTMLFormElement>(null);
  const { typed, setTyped, errors, problem, attempt, isBusy, isEmpty, ...pieces } = usePieces({
    lines,
    columns: columns.length,
    nothingLeft,
    isRight,
    send,
    onSent: () => dialog.current?.close(),
  });
  const [isCounting, setCounting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const firstOthers = useRef('');
  useEffect(() => {
    firstOthers.current = othersOf(form);
  }, []);
  const ofButton = cents ?? pieces.cents;

  function leave() {
    const isChanged = pieces.isTyped || othersOf(form) !== firstOthers.current;
    if (isChanged && !isEmpty) setAsking(true);
    else dialog.current?.close();
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Browsers close a dialog at the second Escape without a `cancel` that could be refused.
    if (event.key === 'Escape') {
      event.preventDefault();
      leave();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const onCancel = (event: SyntheticEvent) => {
    // A dialog for files that is left without one says so, too.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    leave();
  };

  return (
    <>
      <Panel
        dialog={dialog}
        title={title}
        className="pieces"
        onClose={onClose}
        onCancel={onCancel}
        onKeyDown={onKeyDown}
      >
        {hint && !isEmpty && <p className="mt-2 text-muted text-sm">{hint}</p>}
        {scans && lines && !isEmpty && (
          <ScanPieces
            lines={lines}
            isCounting={isCounting}
            counted={(line) => counted(lines, typed, line, isCounting)}
            onScan={(line) => {
              setTyped(withScanned(lines, typed, line, isCounting));
              setCounting(true);
            }}
            onEmpty={() => {
              setTyped({});
              setCounting(true);
            }}
          />
        )}
        <form
          method="post"
          ref={form}
          noValidate
          onSubmit={pieces.submit}
          {...(scans && { onKeyDown: (event) => moveOnEnter(event) })}
          className="mt-4 grid gap-4"
        >
          {!isEmpty && (
            <>
              {children}
              {lines && (
                <PiecesTable
                  columns={columns}
                  lines={lines}
                  typed={typed}
                  errors={errors}
                  besides={besides}
                  onType={(key, text) => setTyped((before) => ({ ...before, [key]: text }))}
                />
              )}
            </>
          )}
          <FormProblem problem={problem} attempt={attempt} />
          <div className="pieces-actions flex flex-wrap items-center justify-end gap-3">
            {isEmpty ? (
              // biome-ignore lint/a11y/noAutofocus: what had the focus is gone
              <button key="close" type="button" autoFocus className="btn btn-primary" onClick={leave}>
                Close
              </button>
            ) : (
              <>
                <p className="me-auto text-muted text-xs max-md:hidden">
                  <kbd className="kbd">Ctrl</kbd> <kbd className="kbd">Enter</kbd> {action.toLowerCase()}
                </p>
                <Button onClick={leave}>Cancel</Button>
                <SubmitButton busy={isBusy} aria-keyshortcuts="Control+Enter">
                  {ofButton > 0 ? `${action} ${formatCents(ofButton)}` : action}
                </SubmitButton>
              </>
            )}
          </div>
        </form>
      </Panel>
      {pieces.isTyped && !isEmpty && <LeaveGuard unsaved={1} />}
      {isAsking && (
        <ConfirmDialog
          title="Close without sending?"
          action="Discard"
          busy={false}
          onConfirm={() => dialog.current?.close()}
          onClose={() => setAsking(false)}
        >
          What you have counted and entered here would be lost. Cancel leads back to it.
        </ConfirmDialog>
      )}
    </>
  );
}
