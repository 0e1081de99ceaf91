import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Order } from '#contract/purchases/orders.ts';
import { isOutage } from '../../../api-problem.ts';
import { order as orderQuery } from '../../../buyer-queries.ts';
import { RECOVERY_MS } from '../../../query-client.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useSuccessDialog } from '../../../ui/success-dialog.tsx';
import { PAYMENT_DIALOG_MS } from '../../../ui/timing.ts';
import { callAsUser } from '../../../user-calls.ts';

interface Props {
  order: Order;
  transactionId: string;
}

/**
 * Reports to the shop that the card was charged; the shop verifies the payment. While the shop cannot be reached, it says that
 * the money has arrived and retries until the payment is recorded. It never returns to the card.
 */
export function Recording({ order, transactionId }: Props) {
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const { mutate, isPending, error } = useMutation({
    // One charge has one mutation, even when React mounts this twice.
    scope: { id: `record ${transactionId}` },
    mutationFn: async () => {
      // In the specification, `order` is the product's name.
      const body = { order: order.productName, transactionId };
      await callAsUser('payOrder', { params: { id: order._id }, body });
    },
    onSuccess: () => {
      showSuccess('Congrats! Your Payment is Completed.', { duration: PAYMENT_DIALOG_MS });
      client.setQueryData(orderQuery(order._id).queryKey, { ...order, paid: true, transactionId });
      client.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  const waiting = error !== null && isOutage(error);

  useEffect(() => mutate(), [mutate]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => mutate(), RECOVERY_MS);
    return () => clearInterval(timer);
  }, [waiting, mutate]);

  return (
    <div className="sheet grid justify-items-start gap-3 p-6" role="status">
      <p className="font-semibold">Your payment went through</p>
      <p className="text-muted">
        {error && !waiting
          ? error.message
          : 'It is being recorded. You do not have to pay again; you may also leave this page.'}
      </p>
      <p>
        <span className="block text-muted text-sm">Transaction Id</span>
        <span className="id">{transactionId}</span>
      </p>
      {error && (
        <ActionButton busy={isPending} onClick={() => mutate()}>
          Check again
        </ActionButton>
      )}
    </div>
  );
}
