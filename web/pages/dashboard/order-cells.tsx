import type { Order } from '#contract/orders.ts';
import { DeleteButton } from './delete-button.tsx';
import { OrderStatus } from './order-status.tsx';

/** The cells of My Orders that an order and a purchase of several lines share. */
export function TransactionCell({ order: { transactionId } }: { order: Order }) {
  return (
    <td data-label="Transaction Id" className={transactionId ? 'transaction' : 'transaction max-md:hidden!'}>
      <span className="id">{transactionId ?? '–'}</span>
    </td>
  );
}

/** Status and action. `label` says what the button deletes. */
export function StatusCells(props: {
  order: Order;
  /** Dollars of all lines, of a purchase. */
  total?: number;
  label: string;
  onDelete: () => void;
}) {
  const { order, total } = props;
  return (
    <>
      <td data-label="Status" className="status">
        <OrderStatus order={order} total={total} />
      </td>
      <td data-label="Action" className="action">
        {order.paid ? (
          <span className="text-muted max-md:hidden">–</span>
        ) : (
          <DeleteButton label={props.label} onClick={props.onDelete} />
        )}
      </td>
    </>
  );
}
