import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { z } from 'zod';
import { formatCents, formatCount, toCents } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import {
  type NewRefund,
  NewRefundSchema,
  piecesError,
  type RefundableLine,
  refundCents,
} from '#contract/refunds.ts';
import { ApiProblem } from '../../api-problem.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { inCatalogue } from '../../ui/written.ts';
import { callAsUser } from '../../user-calls.ts';

interface Typed {
  reason: string;
  /** What is typed for each line, in the order of the purchase; all empty for all that is left. */
  pieces: string[];
}

/** Refunds a paid order, or pieces of its lines, with a reason for its history. */
export function RefundForm({ order }: { order: Order }) {
  const client = useQueryClient();
  const { data: lines = [order] } = useQuery({
    queryKey: ['orders', 'one', order._id, 'lines'],
    queryFn: ({ signal }) => callAsUser('listOrders', { query: { q: order.number } }, { signal }),
  });
  const [asking, setAsking] = useState(false);
  const form = useForm<Typed>({
    resolver: resolverOf(schemaFor(lines)),
    defaultValues: { reason: '', pieces: [] },
  });
  const { register, handleSubmit, formState, reset, watch } = form;
  const { errors, isSubmitting } = formState;
  const leftCents = toCents(order.purchaseTotal) - toCents(order.refunded);
  const wanted = wantedLines(lines, watch('pieces'));
  const cents = wanted.reduce((sum, { line, pieces }) => sum + centsOf(line, pieces), 0);
  const isPart = wanted.length > 0;
  const amount = formatCents(isPart ? cents : leftCents);

  const fields = ['reason', ...lines.map((_, nth) => `pieces.${nth}`)] as ('reason' | `pieces.${number}`)[];
  // What was read when a refund was first asked for: sent again after a lost answer, it must not count as another refund.
  const [askedFor] = useState(() => new Map<string, NewRefund['lines']>());
  const { submit: refund, refusal } = useSubmit(form, fields, async ({ reason, pieces }, key) => {
    const asked =
      askedFor.get(key) ??
      wantedLines(lines, pieces).map(({ line, pieces: quantity }) => ({
        ...{ orderId: line._id, quantity, refundedPieces: line.refundedPieces },
      }));
    askedFor.set(key, asked);
    try {
      const body = asked.length > 0 ? { reason, lines: asked } : { reason };
      await callAsUser('refundOrder', { params: { id: order._id }, body });
      reset();
      toast.success('Refunded');
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'refund_pending') throw error;
      // It is noted and goes on by itself: there is nothing to send again.
      reset();
      toast(error.message);
    } finally {
      setAsking(false);
      for (const key of ['orders', 'products', 'payments to answer'])
        client.invalidateQueries({ queryKey: [key] });
    }
  });

  return (
    <form
      noValidate
      aria-label="Refund"
      onSubmit={(event) => {
        event.preventDefault();
        handleSubmit(() => setAsking(true))();
      }}
      className="sheet grid justify-items-start gap-4 p-5"
    >
      <h2 className="text-base">Refund</h2>
      <fieldset className="grid w-full gap-3">
        <legend className="mb-1 text-muted text-sm">
          Leave the pieces empty to refund all that is left.
        </legend>
        {lines.map((line, nth) => (
          <Field
            key={line._id}
            label={`Pieces of ${line.productName}`}
            error={errors.pieces?.[nth]?.message}
            hint={`${formatCount(line.order - line.refundedPieces)} of ${formatCount(line.order)} left to refund`}
            className="w-full"
          >
            {(control) => (
              <input
                {...control}
                {...register(`pieces.${nth}`)}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                className="input num max-w-40"
              />
            )}
          </Field>
        ))}
      </fieldset>
      <Field label="Reason" error={errors.reason?.message} className="w-full">
        {(control) => <input {...control} {...register('reason')} dir="auto" type="text" className="input" />}
      </Field>
      <button type="submit" className="btn btn-quiet text-error">
        Refund {amount}
      </button>
      <FormProblem problem={refusal} />
      {asking && (
        <ConfirmDialog
          title={isPart ? 'Refund these pieces?' : 'Refund this order?'}
          action="Refund"
          busy={isSubmitting}
          onConfirm={() => refund()}
          onClose={() => setAsking(false)}
        >
          {amount} goes back to the card
          {isPart && cents < leftCents
            ? '. The parts stay sold: they do not go back on sale.'
            : ', and the parts go back on sale.'}{' '}
          This cannot be undone.
          {isPart && (
            <ul className="mt-2 list-disc ps-5">
              {wanted.map(({ line, pieces }) => (
                <li key={line._id}>
                  {formatCount(pieces)} × <span {...inCatalogue}>{line.productName}</span>
                </li>
              ))}
            </ul>
          )}
        </ConfirmDialog>
      )}
    </form>
  );
}

function schemaFor(lines: Order[]) {
  return z
    .object({ reason: NewRefundSchema.shape.reason, pieces: z.custom<string[]>(Array.isArray) })
    .superRefine(({ pieces }, context) => {
      for (const { line, pieces: wanted, nth } of wantedLines(lines, pieces)) {
        const message = piecesError(wanted, toRefundable(line));
        if (message) context.addIssue({ code: 'custom', path: ['pieces', nth], message });
      }
    });
}

/** The lines for which something is typed. */
function wantedLines(lines: Order[], typed: string[]): { line: Order; pieces: number; nth: number }[] {
  return lines.flatMap((line, nth) => {
    const text = typed[nth]?.trim() ?? '';
    return text === '' ? [] : [{ line, pieces: Number(text), nth }];
  });
}

function centsOf(line: Order, pieces: number): number {
  const refundable = toRefundable(line);
  return piecesError(pieces, refundable) ? 0 : refundCents(refundable, pieces);
}

function toRefundable(line: Order): RefundableLine {
  return {
    quantity: line.order,
    totalCents: toCents(line.total),
    refundedQuantity: line.refundedPieces,
    refundedCents: toCents(line.refundedOfLine),
  };
}
