import { formatCount } from '#contract/kernel/money.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { SHOWN_BY } from '../../changed.ts';
import { callAsUser } from '../../user-calls.ts';
import { DeleteDialog } from './delete-dialog.tsx';

interface Props {
  order: Pick<Order, '_id' | 'number' | 'order' | 'productName'>;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation, and deletes an unpaid order. */
export function DeleteOrder({ order, ...handlers }: Props) {
  return (
    <DeleteDialog
      title="Delete this order?"
      remove={() => callAsUser('deleteOrder', { params: { id: order._id } })}
      changes={SHOWN_BY.purchase}
      {...handlers}
    >
      {order.number}: {formatCount(order.order)} × <bdi>{order.productName}</bdi>. Its stock goes back on
      sale.
    </DeleteDialog>
  );
}
