import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatCount } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import { callAsUser } from '../../user-calls.ts';

interface Props {
  order: Order;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation, and deletes an unpaid order. */
export function DeleteOrder({ order, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('deleteOrder', { params: { id: order._id } }),
    onSuccess: ({ deletedCount }) => {
      onClose();
      onDeleted();
      if (deletedCount > 0) showSuccess('Deleted SuccessfullY.');
    },
    // Even a failure may mean that the lists and the stock have changed.
    onSettled: () => {
      client.invalidateQueries({ queryKey: ['orders'] });
      client.invalidateQueries({ queryKey: ['products'] });
    },
  });

  return (
    <ConfirmDialog
      title="Delete this order?"
      action="Delete"
      busy={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {order.number}: {formatCount(order.order)} × <bdi>{order.productName}</bdi>. Its stock goes back on
      sale.
    </ConfirmDialog>
  );
}
