import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCount, formatMoney, formatPrice } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { PageHandle } from '#contract/pages.ts';
import { orderPath, purchasePath } from '../../path-with.ts';
import { formatMoment } from '../../ui/dates.ts';
import { LongerHold } from '../../ui/longer-hold.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { DeleteOrder } from './delete-order.tsx';
import { ordersHome } from './menu-entries.ts';
import { OrderFrame } from './order-frame.tsx';
import { OrderHistory } from './order-history.tsx';
import { PaidBadge, partOfPayment, piecesRefunded } from './paid-badge.tsx';
import { useCan } from './role.ts';

export const handle: PageHandle = { title: 'Order', shape: 'detail' };

/** One order with its history, for its buyer and for staff. */
export default function OrderPage() {
  return (
    <OrderFrame>
      {(order) => (
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <OrderSheet order={order} />
          <OrderHistory order={order} />
        </div>
      )}
    </OrderFrame>
  );
}

function OrderSheet({ order }: { order: Order }) {
  const isMine = useCan()('payment.make', order);
  const pieces = piecesRefunded(order);
  return (
    <section aria-label="What was ordered" className="sheet">
      <dl className="detail-list">
        <dt>Product</dt>
        <dd {...inCatalogue}>{order.productName}</dd>
        <dt>Quantity</dt>
        <dd>{formatCount(order.order)} pcs</dd>
        <dt>Unit price</dt>
        <dd>{formatPrice(order.price)}</dd>
        <dt>Total</dt>
        <dd className="font-semibold">{formatMoney(order.total)}</dd>
        <dt>Placed with</dt>
        <dd>
          <Link to={purchasePath(order.purchaseId)} className="text-link">
            {(order.purchaseLines ?? 1) > 1
              ? `${formatCount(order.purchaseLines!)} lines of ${order.number}, ${formatMoney(order.purchaseTotal)}`
              : `${order.number}: documents, reorder`}
          </Link>
        </dd>
        {order.shippedPieces !== undefined && (
          <>
            <dt>Shipped</dt>
            <dd>
              {formatCount(order.shippedPieces)} of {formatCount(order.order)} pcs
              {order.returnedPieces !== undefined && `, ${formatCount(order.returnedPieces)} came back`}
            </dd>
          </>
        )}
        {pieces.done && !order.refundedAt && (
          <>
            <dt>Refunded</dt>
            <dd>{pieces.done}</dd>
          </>
        )}
        {pieces.due && (
          <>
            <dt>Being refunded</dt>
            <dd>{pieces.due}</dd>
          </>
        )}
        <dt>Buyer</dt>
        <dd>
          <bdi>{order.name}</bdi>
          <br />
          {order.email}
        </dd>
        <dt>Shipping address</dt>
        <dd className="own-lines">{order.shippingAdd || '–'}</dd>
        <dt>Phone</dt>
        <dd>{order.phone || '–'}</dd>
        <dt>Placed</dt>
        <dd>{formatMoment(order.createdAt)}</dd>
        {order.paidAt && (
          <>
            <dt>Paid</dt>
            <dd>{formatMoment(order.paidAt)}</dd>
          </>
        )}
        <dt>Status</dt>
        <dd>
          {order.paid ? (
            <>
              <PaidBadge order={order} />
              {isMine && order.disputed > 0 && (
                <p className="mt-1 text-sm">
                  Your bank disputes {partOfPayment(order.disputed, order)}. It decides whether you get the
                  money back; there is nothing to do for you here.
                </p>
              )}
              {order.takenBack > 0 && (
                <p className="mt-1 text-sm">
                  {isMine
                    ? `Your bank has decided the dispute and taken back ${partOfPayment(order.takenBack, order)} for you.`
                    : `The buyer’s bank has taken back ${partOfPayment(order.takenBack, order)}: the dispute is lost.`}
                </p>
              )}
            </>
          ) : order.heldUntil ? (
            <>
              Unpaid, stock held until {formatMoment(order.heldUntil)}
              {isMine && (
                <span className="block text-muted text-sm">
                  <LongerHold order={order} />
                </span>
              )}
            </>
          ) : (
            'Unpaid, the hold on its stock has ended'
          )}
        </dd>
        {order.transactionId && (
          <>
            <dt>Transaction Id</dt>
            <dd className="id">{order.transactionId}</dd>
          </>
        )}
      </dl>
      {order.paid ? (
        <p className="px-5 pt-1 pb-5">
          <Link to={`${orderPath(order._id)}/receipt`} className="btn btn-quiet">
            Receipt
          </Link>
        </p>
      ) : (
        <UnpaidActions order={order} isMine={isMine} />
      )}
    </section>
  );
}

/** The buyer may pay an unpaid order. The buyer and admins may delete it. */
function UnpaidActions({ order, isMine }: { order: Order; isMine: boolean }) {
  const navigate = useNavigate();
  const can = useCan();
  const { to: home } = ordersHome(can);
  const [deleting, setDeleting] = useState(false);
  return (
    <div className="flex flex-wrap gap-3 px-5 pt-1 pb-5">
      {isMine && order.price > 0 && (
        <Link to={`/dashboard/payment/${order._id}`} className="btn btn-primary">
          Payment
        </Link>
      )}
      {can('order.delete', order) && (
        <button type="button" className="btn btn-quiet text-error" onClick={() => setDeleting(true)}>
          Delete
        </button>
      )}
      {deleting && (
        <DeleteOrder
          order={order}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(home, { replace: true })}
        />
      )}
    </div>
  );
}
