import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { formatCents, formatCount, formatMoney, toCents } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { NewRefund } from '#contract/refunds.ts';
import { ApiProblem } from '../../api-problem.ts';
import { changed } from '../../changed.ts';
import { ConfirmDialog } from '../../ui/ask-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { toast } from '../../ui/toast.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { inCatalogue } from '../../ui/written.ts';
import { callAsUser } from '../../user-calls.ts';
import { centsOf, type RefundInput, refundInputSchema, toRefundable, wantedLines } from './refund-input.ts';
import { RefundLines } from './refund-lines.tsx';

interface Props {
  order: Order;
  /** Dollars of a refund of pieces that has stopped, whose place this one takes. */
  stopped: number | undefined;
}

/** Refunds a paid order, or pieces of its lines, with a reason for its history. */
export function RefundForm({ order, stopped }: Props) {
  const client = useQueryClient();
  const { data: lines = [order] } = useQuery({
    queryKey: ['orders', 'one', order._id, 'lines'],
    queryFn: ({ signal }) => callAsUser('listOrders', { query: { q: order.number } }, { signal }),
  });
  const [asking, setAsking] = useState(false);
  const leftCents = toCents(order.purchaseTotal) - toCents(order.refunded);
  const form = useForm<RefundInput>({
    resolver: resolverOf(refundInputSchema(lines, leftCents)),
    defaultValues: { reason: '', pieces: [] },
  });
  const { register, handleSubmit, formState, reset, watch } = form;
  const { errors, isSubmitting } = formState;
  const typed = watch('pieces');
  const wanted = wantedLines(lines, typed);
  const cents = wanted.reduce((sum, { line, pieces }) => sum + centsOf(line, pieces), 0);
  const isPart = wanted.length > 0;
  const amount = formatCents(isPart ? cents : leftCents);
  const leftOfLines = lines.reduce((sum, line) => {
    const { totalCents, refundedCents } = toRefundable(line);
    return sum + totalCents - refundedCents;
  }, 0);

  const fields = ['reason', ...lines.map((_, nth) => `pieces.${nth}`)] as ('reason' | `pieces.${number}`)[];
  // What was read when a refund was first asked for: sent again after a lost answer, it must not count as another refund.
  const [askedFor] = useState(() => new Map<string, NewRefund['lines']>());
  const { submit: refund, refusal } = useSubmit(form, fields, async ({ reason, pieces }, key) => {
    const asked =
      askedFor.get(key) ??
      wantedLines(lines, pieces).map(({ line, pieces: quantity }) => ({
        ...{ orderId: line._id, quantity, refundedPieces: toRefundable(line).refundedQuantity },
      }));
    askedFor.set(key, asked);
    try {
      const body = asked.length > 0 ? { reason, lines: asked } : { reason };
      await callAsUser('refundOrder', { params: { id: order._id }, body });
      reset();
      toast.success('Refunded');
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'refund_pending') throw error;
      // The refund is stored and continues in the background: nothing has to be sent again.
      reset();
      toast.message(error.message);
    } finally {
      setAsking(false);
      changed(client, 'refund');
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
      <p className="text-muted text-sm">
        Leave the pieces empty to refund all that is left: {formatCents(leftCents)}.
        {leftCents < leftOfLines &&
          ' That is less than the pieces cost, as money was refunded at Stripe, too.'}
        {stopped !== undefined &&
          ` A refund of ${formatMoney(stopped)} has stopped: try it again above, or make another one in its place.`}
      </p>
      <RefundLines
        lines={lines}
        leftCents={leftCents}
        typed={typed}
        register={register}
        errors={errors.pieces}
      />
      <Field label="Reason" error={errors.reason?.message} className="w-full">
        {(control) => <input {...control} {...register('reason')} dir="auto" type="text" className="input" />}
      </Field>
      <button type="submit" className="btn btn-quiet text-error">
        {isPart && cents === 0 ? 'Refund' : `Refund ${amount}`}
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
          {isPart ? `. ${STAY_SOLD}` : whatGoesOnSale(lines)}{' '}
          {isPart &&
            cents === leftCents &&
            'Nothing is left of the payment then: the order counts as refunded. '}
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

const STAY_SOLD = 'Those that are not shipped will not be. None of them go back on sale.';

/** What a refund of all that is left does with the stock, as the end of a sentence. */
function whatGoesOnSale(lines: Order[]): string {
  const all = lines.reduce((sum, line) => sum + line.order, 0);
  const refunded = lines.reduce((sum, line) => sum + toRefundable(line).refundedQuantity, 0);
  if (refunded === 0) return ', and the parts that are not shipped go back on sale.';
  if (refunded === all) return `. ${STAY_SOLD}`;
  const count = formatCount(all - refunded);
  return `, and those of the ${count} pieces not refunded by themselves that are not shipped go back on sale.`;
}
