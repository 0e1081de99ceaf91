import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { totalOfLines } from '#contract/kernel/amounts.ts';
import { parseCount } from '#contract/kernel/money.ts';
import { MOST_PIECES } from '#contract/kernel/pieces.ts';
import { lineTotal } from '#contract/kernel/price.ts';
import { quantityWords } from '#contract/kernel/quantity-words.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import { quantityMessage } from '#contract/products/quantity.ts';
import type { PurchaseDetail, PurchaseLine } from '#contract/purchases/schema.ts';
import { ApiProblem } from '../../../../api-problem.ts';
import { matchLines } from '../../../../basket/matching/ask-lines.ts';
import { changed } from '../../../../changed.ts';
import { written } from '../../../../translate.ts';
import { AskDialog } from '../../../../ui/ask-dialog.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { refusalOf } from '../../../../ui/submission.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useModal } from '../../../../ui/use-modal.ts';
import { callAsUser } from '../../../../user-calls.ts';
import { t } from './words.ts';

/** The parts of a purchase's lines as they are on sale now; undefined for one that is not. Asked for each time the dialog opens. */
const partsOf = ({ _id, lines }: PurchaseDetail) =>
  queryOptions({
    queryKey: ['orders', 'purchase', _id, 'parts'],
    queryFn: async ({ signal }): Promise<(LinePart | undefined)[]> => {
      const ask = lines.map(({ productId, quantity }) => ({ productId, quantity }));
      const matches = await matchLines(ask, { signal });
      return matches.map(({ product }) => product);
    },
    staleTime: 0,
    gcTime: 0,
  });

interface Typed {
  line: PurchaseLine;
  /** Pieces; 0 takes the line out, NaN is no number. */
  quantity: number;
  /** Dollars; undefined while it is not known. */
  total: number | undefined;
  wrong: string | undefined;
  /** What it comes to, or what can be ordered. */
  hint?: string | undefined;
}

/** Changes quantities of an unpaid purchase, at today's price, and says what it comes to before it is sent. */
export function ChangeLinesDialog({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const client = useQueryClient();
  const dialog = useModal();
  const parts = useQuery(partsOf(purchase));
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [isSending, setSending] = useState(false);
  const isHeld = purchase.state !== 'hold_ended';
  const typed = purchase.lines.map((line, n) =>
    read(line, texts.get(line._id), parts.data?.[n], isHeld, parts.data !== undefined),
  );
  const isKnown = typed.every(({ total }) => total !== undefined);
  const total = totalOfLines(typed.map((one) => ({ total: one.total ?? 0 })));
  const asked = typed.filter(({ line, quantity }) => quantity !== line.quantity);

  async function send(): Promise<void> {
    setAttempt(attempt + 1);
    setRefused(new Map());
    const why = whyNot(typed, asked.length, isHeld);
    setProblem(why);
    if (why !== undefined || isSending) return;
    setSending(true);
    const named = asked.length > 0 ? asked : typed;
    const lines = named.map(({ line, quantity }) => ({ _id: line._id, quantity }));
    try {
      await callAsUser('changeLines', {
        params: { id: purchase._id },
        body: { lines, expectedTotal: total },
      });
      toast.success(t('lines.changed'));
      dialog.current?.close();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const told = error.errors.flatMap(({ field, message }): [string, string][] => {
        // By its place among those that were sent, or by its id where it was not.
        const [list, name = ''] = field.split('.');
        if (list !== 'lines') return [];
        const id = lines[Number(name)]?._id ?? name;
        return purchase.lines.some(({ _id }) => _id === id) ? [[id, message]] : [];
      });
      setRefused(new Map(told));
      setProblem(told.length > 0 ? t('lines.refused') : refusalOf(error).message);
    } finally {
      setSending(false);
      // After a refusal, too: prices, stock or the order may be others.
      changed(client, 'purchase');
      parts.refetch();
    }
  }

  return (
    <AskDialog
      dialog={dialog}
      busy={isSending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      title={t('lines.title', { number: purchase.number })}
      action={t('lines.action')}
      fields={
        <>
          {typed.map(({ line, wrong, hint }) => (
            <TextField
              key={line._id}
              label={t('lines.line', { sku: line.sku, name: line.productName })}
              error={refused.get(line._id) ?? wrong}
              hint={hint}
              name={`quantity-${line._id}`}
              inputMode="numeric"
              autoComplete="off"
              value={texts.get(line._id) ?? String(line.quantity)}
              onChange={({ target }) => {
                setTexts(new Map(texts).set(line._id, target.value));
                setRefused(new Map([...refused].filter(([id]) => id !== line._id)));
              }}
              inputClass="w-36"
            />
          ))}
          <p
            className="num flex justify-between border-base-300 border-t pt-3 font-medium"
            aria-live="polite"
          >
            <span>
              {total !== purchase.total && isKnown
                ? t('lines.totalBefore', { before: written.money(purchase.total) })
                : t('lines.total')}
            </span>
            <span>{isKnown ? written.money(total) : '–'}</span>
          </p>
          <FormProblem
            problem={{ message: problem ?? (parts.error ? t('lines.unread') : undefined) }}
            attempt={attempt}
          />
        </>
      }
    >
      {isHeld ? t('lines.held') : t('lines.released')}
    </AskDialog>
  );
}

function read(
  line: PurchaseLine,
  text: string | undefined,
  part: LinePart | undefined,
  isHeld: boolean,
  isRead: boolean,
): Typed {
  const quantity = text === undefined ? line.quantity : parseCount(text);
  const of = { line, quantity };
  if (quantity === line.quantity)
    return { ...of, total: line.total, wrong: undefined, hint: written.money(line.total) };
  if (quantity === 0) return { ...of, total: 0, wrong: undefined, hint: t('lines.takenOut') };
  if (Number.isNaN(quantity)) return { ...of, total: undefined, wrong: quantityWords.no_number() };
  if (!part && isRead) return { ...of, total: undefined, wrong: t('lines.notSold') };
  if (!part) return { ...of, total: undefined, wrong: undefined, hint: t('lines.reading') };
  // Its own pieces are there for it. What is expected is known to the shop.
  const available = line.expectedOn ? MOST_PIECES : part.available + (isHeld ? line.quantity : 0);
  const wrong = quantityMessage(quantity, { ...part, available });
  if (wrong) {
    const least = minimumQuantity(part);
    const hint = line.expectedOn ? t('lines.least', { least }) : t('lines.range', { least, most: available });
    return { ...of, total: undefined, wrong, hint };
  }
  const total = lineTotal(part, quantity);
  return {
    ...of,
    total,
    wrong,
    hint: t('lines.before', { total: written.money(total), before: written.money(line.total) }),
  };
}

/** Why the change is not sent; undefined when it can be. */
function whyNot(typed: Typed[], changes: number, isHeld: boolean): string | undefined {
  if (typed.some(({ wrong }) => wrong)) return t('lines.mend');
  if (typed.some(({ total }) => total === undefined)) return t('lines.stillReading');
  if (typed.every(({ quantity }) => quantity === 0)) return t('lines.keepOne');
  return changes === 0 && isHeld ? t('lines.same') : undefined;
}
