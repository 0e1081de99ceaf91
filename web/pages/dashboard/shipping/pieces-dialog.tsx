import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { formatCount, parseCount } from '#contract/money.ts';
import type { LinePieces } from '#contract/shipments.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { changed } from '../../../changed.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CountInput } from '../../../ui/count-input.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { moveOnEnter } from '../../../ui/move-on-enter.ts';
import { createKeys, type Refusal, refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { inCatalogue } from '../../../ui/written.ts';
import { ScanPieces } from './scan-pieces.tsx';
import './pieces.css';

/** A line of a purchase of which pieces can be named. */
export interface PiecesLine {
  orderId: string;
  name: string;
  sku: string;
  ean?: string | undefined;
  /** The most pieces, in all columns together. */
  left: number;
}

/** Pieces of a line, with the number of the column in which they were typed. */
export interface TypedPieces extends LinePieces {
  column: number;
}

interface Props {
  title: string;
  hint?: ReactNode;
  action: string;
  /** What pieces are named for; a line has all of its pieces in the first one to begin with, where `isFull`. */
  columns?: readonly string[];
  lines: readonly PiecesLine[];
  isFull?: boolean;
  /** Shows a field for a scanner. As one ends what it types with Enter, that sends nothing in any field: Ctrl and Enter do. */
  scans?: boolean;
  /** More fields, above the pieces. */
  children?: ReactNode;
  /** Sends what was typed; returns what to say then. */
  send: (lines: TypedPieces[], idempotencyKey: string) => Promise<string>;
  onClose: () => void;
}

/** Asks for pieces of lines, and sends them. Nothing that was typed is lost when it is refused. */
export function PiecesDialog({
  title,
  hint,
  action,
  columns = ['Pieces'],
  lines,
  isFull,
  scans,
  children,
  send,
  onClose,
}: Props) {
  const dialog = useModal();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(isFull ? lines.map(({ orderId, left }) => [`${orderId} 0`, String(left)]) : []),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [keys] = useState(createKeys);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setAttempt(attempt + 1);
    const pieces = piecesOf(lines, columns.length, typed);
    const wrong = wrongPieces(lines, pieces);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return setRefusal(undefined);
    if (pieces.length === 0) return setRefusal({ message: 'Say how many pieces.' });
    const others = [...new FormData(event.currentTarget).values()];
    setBusy(true);
    setRefusal(undefined);
    try {
      toast.success(await send(pieces, keys.keyOf([pieces, others])));
      keys.settle();
      dialog.current?.close();
    } catch (error) {
      keys.settle(error);
      setErrors(errorsAt(error, pieces));
      const { message, ...rest } = refusalOf(
        error,
        pieces.map((_, nth) => `lines.${nth}.quantity`),
      );
      setRefusal({ ...rest, message });
    } finally {
      setBusy(false);
      // After a refusal, too: what is left has changed then.
      changed(client, 'refund');
    }
  }

  const set = (key: string, value: string) => setTyped((before) => ({ ...before, [key]: value }));
  const counted = ({ orderId }: PiecesLine) => parseCount(typed[`${orderId} 0`] ?? '') || 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };

  return (
    <dialog
      ref={dialog}
      className="panel pieces"
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {hint && <p className="mt-2 text-muted text-sm">{hint}</p>}
      {scans && (
        <ScanPieces
          lines={lines}
          counted={counted}
          onScan={(line) => set(`${line.orderId} 0`, String(counted(line) + 1))}
          onEmpty={() => setTyped({})}
        />
      )}
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        {...(scans && { onKeyDown: (event) => moveOnEnter(event) })}
        className="mt-4 grid gap-4"
      >
        {children}
        <table className="pieces-table">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col" className="number">
                Left
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="number">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.orderId}>
                <td>
                  <span {...inCatalogue}>{line.name}</span>
                  <span className="id block text-muted text-xs">{line.sku}</span>
                </td>
                <td className="number num">{formatCount(line.left)}</td>
                {columns.map((column, n) => {
                  const key = `${line.orderId} ${n}`;
                  return (
                    <td key={column} className="number">
                      <CountInput
                        aria-label={`${column}, ${line.name}`}
                        aria-invalid={Boolean(errors[key])}
                        aria-describedby={errors[key] && `${id}-${key}`}
                        value={typed[key] ?? ''}
                        onChange={({ target }) => set(key, target.value)}
                      />
                      {errors[key] && (
                        <p id={`${id}-${key}`} role="status" className="text-error text-xs">
                          {errors[key]}
                        </p>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <FormProblem problem={refusal} attempt={attempt} />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p className="me-auto text-muted text-xs max-md:hidden">
            <kbd className="kbd kbd-xs">Ctrl</kbd> <kbd className="kbd kbd-xs">Enter</kbd>{' '}
            {action.toLowerCase()}
          </p>
          <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <ActionButton
            type="submit"
            className="btn btn-primary"
            busy={isBusy}
            aria-keyshortcuts="Control+Enter"
          >
            {action}
          </ActionButton>
        </div>
      </form>
    </dialog>
  );
}

function piecesOf(
  lines: readonly PiecesLine[],
  columns: number,
  typed: Record<string, string>,
): TypedPieces[] {
  return lines.flatMap(({ orderId }) =>
    Array.from({ length: columns }, (_, column) => ({
      orderId,
      column,
      text: typed[`${orderId} ${column}`]?.trim() ?? '',
    }))
      .filter(({ text }) => text !== '' && text !== '0')
      .map(({ text, ...rest }) => ({ ...rest, quantity: parseCount(text) })),
  );
}

/** Messages for pieces that are no number, or more than a line has left in all columns. */
function wrongPieces(lines: readonly PiecesLine[], pieces: TypedPieces[]): Record<string, string> {
  const left = new Map(lines.map((line) => [line.orderId, line.left]));
  return Object.fromEntries(
    pieces.flatMap(({ orderId, column, quantity }) => {
      const rest = left.get(orderId)!;
      const key = `${orderId} ${column}`;
      if (!(Number.isInteger(quantity) && quantity > 0)) return [[key, 'Enter a whole number of pieces']];
      left.set(orderId, Math.max(0, rest - quantity));
      return quantity > rest ? [[key, `${formatCount(rest)} pcs are left`]] : [];
    }),
  );
}

/** The messages of a refusal at the pieces that were sent. */
function errorsAt(error: unknown, pieces: TypedPieces[]): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    error.errors.flatMap(({ field, message }) => {
      const sent = pieces[Number(field.split('.')[1])];
      return field.endsWith('.quantity') && sent ? [[`${sent.orderId} ${sent.column}`, message]] : [];
    }),
  );
}
