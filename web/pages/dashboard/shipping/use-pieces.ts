import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { changed } from '../../../changed.ts';
import { createKeys, type Refusal, refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import type { Message } from '../../../ui/toasts.tsx';
import {
  firstTyped,
  lostMessages,
  type PiecesError,
  type PiecesLine,
  piecesOf,
  refusedPieces,
  type Typed,
  type TypedPieces,
  totalCents,
  wrongPieces,
} from './typed-pieces.ts';

export type Sent = Pick<Message, 'title' | 'action'>;

interface Options {
  /** The lines whose pieces are asked for; undefined where it is not about pieces. */
  lines: readonly PiecesLine[] | undefined;
  /** How many fields each line has. */
  columns: number;
  /** Said when there is no line, or none any more. */
  nothingLeft: string;
  /** Looks at the dialog's own fields, and says at each what is wrong with it; nothing is sent when it returns false. */
  isRight?: ((lines: TypedPieces[]) => boolean) | undefined;
  send: (lines: TypedPieces[], idempotencyKey: string) => Promise<string | Sent>;
  onSent: () => void;
}

/** The pieces that are typed into a dialog, and sending them: what is wrong, and what was refused. */
export function usePieces({ lines = NO_LINES, ...options }: Options) {
  const isOfPieces = lines !== NO_LINES;
  const client = useQueryClient();
  const [first] = useState(() => firstTyped(lines));
  const [typed, setTyped] = useState<Typed>(first);
  const [errors, setErrors] = useState<PiecesError[]>([]);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [keys] = useState(createKeys);
  const isEmpty = isOfPieces && lines.length === 0;
  const pieces = piecesOf(lines, options.columns, typed);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy || isEmpty) return;
    setAttempt(attempt + 1);
    const wrong = wrongPieces(lines, pieces);
    setErrors(wrong);
    const isRight = options.isRight?.(pieces) ?? true;
    if (wrong.length > 0) return setRefusal(undefined);
    if (isOfPieces && pieces.length === 0) return setRefusal({ message: 'Enter a quantity.' });
    if (!isRight) return setRefusal(undefined);
    const others = [...new FormData(event.currentTarget).values()];
    setBusy(true);
    setRefusal(undefined);
    try {
      const sent = await options.send(pieces, keys.keyOf([pieces, others]));
      if (typeof sent === 'string') toast.success(sent);
      else toast.success(sent.title, sent.action && { action: sent.action });
      keys.settle();
      options.onSent();
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

  // After a refusal the lines are read again, and those that have nothing left are gone.
  const lost = lostMessages(lines, errors);
  const refused = lost
    ? { ...refusal, message: [refusal?.message, lost].filter(Boolean).join(' ') }
    : refusal;
  return {
    typed,
    setTyped,
    errors,
    attempt,
    isBusy,
    isEmpty,
    submit,
    cents: totalCents(lines, pieces),
    isTyped: JSON.stringify(typed) !== JSON.stringify(first),
    problem: isEmpty ? { message: options.nothingLeft } : refused,
  };
}

const NO_LINES: readonly PiecesLine[] = [];

/** The values of a form's other fields, to see whether one has changed. */
export const othersOf = (form: RefObject<HTMLFormElement | null>): string =>
  JSON.stringify(
    [...new FormData(form.current!)].map(([, value]) => (typeof value === 'string' ? value : value.name)),
  );
