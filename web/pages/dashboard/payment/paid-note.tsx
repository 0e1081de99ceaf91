import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { purchasePath } from '../../../path-with.ts';
import { CheckIcon } from '../../../ui/icons.tsx';

interface Props {
  order: Order;
  transactionId: string | undefined;
}

/** Says that an order is paid, with its transaction id and a link to the order. */
export function PaidNote({ order, transactionId }: Props) {
  return (
    <div className="sheet grid justify-items-start gap-3 p-6">
      <p className="flex items-center gap-2 font-semibold text-lg text-success">
        <CheckIcon className="size-6" /> Paid
      </p>
      {transactionId && (
        <p>
          <span className="block text-muted text-sm">Transaction Id</span>
          <span className="id">{transactionId}</span>
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-3">
        <Link to={purchasePath(order.purchaseId)} className="btn btn-primary">
          Order {order.number}
        </Link>
        <Link to="/dashboard" className="btn btn-quiet">
          Back to the dashboard
        </Link>
      </p>
    </div>
  );
}
