import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { formatMoney, toCents, toDollars } from '#contract/money.ts';
import { type Order, RefundReasonSchema } from '#contract/orders.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { callAsUser } from '../../user-calls.ts';

/** Refunds a paid order, with a reason for its history. */
export function RefundForm({ order }: { order: Order }) {
  const client = useQueryClient();
  const left = formatMoney(toDollars(toCents(order.purchaseTotal) - toCents(order.refunded)));
  const [asking, setAsking] = useState(false);
  const form = useForm<{ reason: string }>({
    resolver: zodResolver(RefundReasonSchema),
    defaultValues: { reason: '' },
  });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const { submit: refund, refusal } = useSubmit(form, ['reason'], async (body) => {
    try {
      await callAsUser('refundOrder', { params: { id: order._id }, body });
      toast.success('Refunded');
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
      <Field label="Reason" error={errors.reason?.message} className="w-full">
        {(control) => <input {...control} {...register('reason')} dir="auto" type="text" className="input" />}
      </Field>
      <button type="submit" className="btn btn-quiet text-error">
        Refund {left}
      </button>
      <FormProblem problem={refusal} />
      {asking && (
        <ConfirmDialog
          title="Refund this order?"
          action="Refund"
          busy={isSubmitting}
          onConfirm={() => refund()}
          onClose={() => setAsking(false)}
        >
          {left} goes back to the card, and the parts go back on sale. This cannot be undone.
        </ConfirmDialog>
      )}
    </form>
  );
}
