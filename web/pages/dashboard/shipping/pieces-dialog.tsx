import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatCount, parseCount } from '#contract/money.ts';
import type { LinePieces } from '#contract/shipments.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { changed } from '../../../changed.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CountInput } from '../../../ui/count-input.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { createKeys, type Refusal, refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { inCatalogue } from '../../../ui/written.ts';
import { findScanned } from '../scanned.ts';
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
  /** Shows a field for a scanner. */
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
  const count = (line: PiecesLine) => {
    const key = `${line.orderId} 0`;
    setTyped((before) => ({ ...before, [key]: String((parseCount(before[key] ?? '') || 0) + 1) }));
  };

  return (
    <dialog ref={dialog} className="panel pieces" aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {hint && <p className="mt-2 text-muted text-sm">{hint}</p>}
      {scans && <Scan lines={lines} onScan={count} onEmpty={() => setTyped({})} />}
      <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
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
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <ActionButton type="submit" className="btn btn-primary" busy={isBusy}>
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

interface ScanProps {
  lines: readonly PiecesLine[];
  onScan: (line: PiecesLine) => void;
  onEmpty: () => void;
}

/** Counts a piece for each scanned SKU or EAN, whose end is Enter. */
function Scan({ lines, onScan, onEmpty }: ScanProps) {
  const id = useId();
  const [said, setSaid] = useState<{ text: string; isWrong?: boolean }>();
  function scan(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('code') as HTMLInputElement;
    const code = field.value.trim();
    const [line, ...others] = findScanned(lines, code);
    if (line && others.length === 0) {
      onScan(line);
      setSaid({ text: `${line.sku}: one more` });
    } else if (line) {
      setSaid({ text: `Several lines have ${code}: enter their pieces yourself.`, isWrong: true });
    } else if (code) {
      setSaid({ text: `No line has ${code}.`, isWrong: true });
    }
    field.value = '';
    field.focus();
  }
  return (
    <form onSubmit={scan} className="mt-4 flex flex-wrap items-end gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          Scan SKU or EAN
        </label>
        <input id={id} name="code" className="input num" maxLength={64} autoComplete="off" />
      </div>
      <button type="button" className="btn btn-quiet" onClick={onEmpty}>
        Count from 0
      </button>
      <p role="status" className={`text-sm ${said?.isWrong ? 'text-error' : 'text-muted'}`}>
        {said?.text}
      </p>
    </form>
  );
}
