import { useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { formatCents } from '#contract/money.ts';
import { changed } from '../../../changed.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { moveOnEnter } from '../../../ui/move-on-enter.ts';
import { createKeys, type Refusal, refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import type { Message } from '../../../ui/toasts.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { PiecesTable } from './pieces-table.tsx';
import { ScanPieces } from './scan-pieces.tsx';
import {
  counted,
  firstTyped,
  lostMessages,
  type PiecesError,
  type PiecesLine,
  piecesOf,
  refusedPieces,
  type TypedPieces,
  totalCents,
  withScanned,
  wrongPieces,
} from './typed-pieces.ts';
import './pieces.css';

interface Props {
  title: string;
  hint?: ReactNode;
  action: string;
  /** What pieces are named for. */
  columns?: readonly string[];
  lines: readonly PiecesLine[];
  /** Said when there is no line, or none any more. */
  nothingLeft: string;
  /** Shows a field for a scanner. As one ends what it types with Enter, that sends nothing in any field: Ctrl and Enter do. */
  scans?: boolean;
  /** More fields, above the pieces. */
  children?: ReactNode;
  /** Sends what was typed; returns what to say then, and what to offer as the next step. */
  send: (lines: TypedPieces[], idempotencyKey: string) => Promise<string | Sent>;
  onClose: () => void;
}

export type Sent = Pick<Message, 'title' | 'action'>;

/** Asks for pieces of lines, and sends them. Nothing that was typed is lost when it is refused, or by Escape. */
export function PiecesDialog({
  title,
  hint,
  action,
  columns = ['Pieces'],
  lines,
  nothingLeft,
  scans,
  children,
  send,
  onClose,
}: Props) {
  const dialog = useModal();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const client = useQueryClient();
  const [first] = useState(() => firstTyped(lines));
  const [typed, setTyped] = useState(first);
  const [isCounting, setCounting] = useState(false);
  const [errors, setErrors] = useState<PiecesError[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [keys] = useState(createKeys);
  const firstOthers = useRef('');
  useEffect(() => {
    firstOthers.current = othersOf(form.current!);
  }, []);

  const cents = totalCents(lines, piecesOf(lines, columns.length, typed));
  const isEmpty = lines.length === 0;
  // After a refusal the lines are read again, and those that have nothing left are gone.
  const lost = lostMessages(lines, errors);
  const problem = isEmpty
    ? { message: nothingLeft }
    : lost
      ? { ...refusal, message: [refusal?.message, lost].filter(Boolean).join(' ') }
      : refusal;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || isEmpty) return;
    setAttempt(attempt + 1);
    const pieces = piecesOf(lines, columns.length, typed);
    const wrong = wrongPieces(lines, pieces);
    setErrors(wrong);
    if (wrong.length > 0) return setRefusal(undefined);
    if (pieces.length === 0) return setRefusal({ message: 'Say how many pieces.' });
    const others = [...new FormData(event.currentTarget).values()];
    setBusy(true);
    setRefusal(undefined);
    try {
      const sent = await send(pieces, keys.keyOf([pieces, others]));
      if (typeof sent === 'string') toast.success(sent);
      else toast.success(sent.title, sent.action && { action: sent.action });
      keys.settle();
      dialog.current?.close();
    } catch (error) {
      keys.settle(error);
      setErrors(refusedPieces(lines, pieces, error));
      setRefusal(
        refusalOf(
          error,
          pieces.map((_, nth) => `lines.${nth}.quantity`),
        ),
      );
    } finally {
      setBusy(false);
      // After a refusal, too: what is left has changed then.
      changed(client, 'refund');
    }
  }

  function leave() {
    const isChanged =
      JSON.stringify(typed) !== JSON.stringify(first) || othersOf(form.current!) !== firstOthers.current;
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
      <dialog
        ref={dialog}
        className="panel pieces"
        aria-labelledby={`${id}-title`}
        onClose={onClose}
        onCancel={onCancel}
        onKeyDown={onKeyDown}
      >
        <h2 id={`${id}-title`} className="text-lg">
          {title}
        </h2>
        {hint && !isEmpty && <p className="mt-2 text-muted text-sm">{hint}</p>}
        {scans && !isEmpty && (
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
          ref={form}
          noValidate
          onSubmit={submit}
          {...(scans && { onKeyDown: (event) => moveOnEnter(event) })}
          className="mt-4 grid gap-4"
        >
          {!isEmpty && (
            <>
              {children}
              <PiecesTable
                columns={columns}
                lines={lines}
                typed={typed}
                errors={errors}
                onType={(key, text) => setTyped((before) => ({ ...before, [key]: text }))}
              />
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
                  <kbd className="kbd kbd-xs">Ctrl</kbd> <kbd className="kbd kbd-xs">Enter</kbd>{' '}
                  {action.toLowerCase()}
                </p>
                <button type="button" className="btn btn-quiet" onClick={leave}>
                  Cancel
                </button>
                <ActionButton
                  type="submit"
                  className="btn btn-primary"
                  busy={isBusy}
                  aria-keyshortcuts="Control+Enter"
                >
                  {cents > 0 ? `${action} ${formatCents(cents)}` : action}
                </ActionButton>
              </>
            )}
          </div>
        </form>
      </dialog>
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

/** The values of a form's other fields, to see whether one has changed. */
const othersOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([, value]) => (typeof value === 'string' ? value : value.name)),
  );
