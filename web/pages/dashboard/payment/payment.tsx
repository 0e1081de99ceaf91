import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { totalOfLines } from '#contract/kernel/amounts.ts';
import { formatCount, formatMoney, formatPrice } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { isPayable } from '#contract/purchases/states.ts';
import { statusOf } from '../../../api-problem.ts';
import { order as orderQuery, purchase } from '../../../buyer-queries.ts';
import { purchasePath } from '../../../path-with.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { LongerHold } from '../../../ui/longer-hold.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { OrderElsewhere } from '../companies/order-elsewhere.tsx';
import { ordersHome } from '../menu-entries.ts';
import { useCan } from '../role.ts';
import { OpenPayment } from './open-payment.tsx';
import { Recording } from './recording.tsx';

export const handle: PageHandle = { title: 'Payment', shape: 'detail' };

/** Pays an order. Mails have the purchase's id in the address, because its buyer may delete any one of its orders. */
export default function PaymentPage() {
  const { id = '' } = useParams();
  const query = useQuery(orderQuery(id));
  const home = ordersHome(useCan());
  const order = query.data;

  if (!order && statusOf(query.error) === 404) return <OrderElsewhere />;
  if (order && order._id !== id) return <Navigate to={`/dashboard/payment/${order._id}`} replace />;
  const itself = order && { to: purchasePath(order.purchaseId), label: order.number };
  return (
    <>
      <PageTitle>{order ? `Payment of ${order.number}` : 'Payment'}</PageTitle>
      <Breadcrumb above={itself ? [home, itself] : [home]} here="Payment" />
      <h1 className="mb-5">Payment</h1>
      <Loaded query={query} what="this order" shape="detail">
        {(order) => (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <div className="grid gap-3">
              <Invoice order={order} />
              {order.heldUntil && (
                <p className="text-muted text-sm">
                  The stock is kept for you until {formatMoment(order.heldUntil)}.
                  <LongerHold order={order} />
                </p>
              )}
            </div>
            <PaymentStep key={order._id} order={order} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The order to pay. */
function Invoice({ order }: { order: Order }) {
  return (
    <dl className="sheet grid grid-cols-[minmax(0,1fr)_fit-content(60%)] text-sm [&>*]:border-base-300 [&>*]:border-b [&>*]:px-5 [&>*]:py-2.5 [&>dd]:text-end [&>dt]:text-muted">
      <dt>Order</dt>
      <dd>{order.number}</dd>
      <dt>Buyer</dt>
      <dd dir="auto">{order.name}</dd>
      {(order.purchaseLines ?? 1) > 1 ? <Several order={order} /> : <One order={order} />}
      <dt className="border-b-0! self-center font-semibold text-base-content!">Total</dt>
      <dd className="border-b-0! font-semibold text-xl tracking-tight">{formatMoney(order.purchaseTotal)}</dd>
    </dl>
  );
}

/** The facts of a purchase of one line. */
function One({ order }: { order: Order }) {
  return (
    <>
      <dt>Product</dt>
      <dd>
        <Link to={`/products/${order.productId}`} {...inCatalogue} className="hover:underline">
          {order.productName}
        </Link>
      </dd>
      <dt>Quantity</dt>
      <dd>{formatCount(order.order)} pcs</dd>
      <dt>Unit price</dt>
      <dd>{formatPrice(order.price)}</dd>
    </>
  );
}

/** Lines of a purchase that are listed; its page has all. */
const MOST_LISTED = 10;

/** The facts of a purchase of several lines. */
function Several({ order }: { order: Order }) {
  const { data } = useQuery(purchase(order.purchaseId));
  const lines = data?.lines ?? [];
  return (
    <>
      {order.poNumber && (
        <>
          <dt>PO</dt>
          <dd dir="auto">{order.poNumber}</dd>
        </>
      )}
      <dt>Lines</dt>
      <dd>
        <Link to={purchasePath(order.purchaseId)} className="text-link">
          {formatCount(order.purchaseLines!)} lines
        </Link>
      </dd>
      {lines.slice(0, MOST_LISTED).map(({ _id, productName, quantity, total }) => (
        <Fragment key={_id}>
          <dt>
            {productName}, {formatCount(quantity)} pcs
          </dt>
          <dd>{formatMoney(total)}</dd>
        </Fragment>
      ))}
      {lines.length > MOST_LISTED && (
        <>
          <dt>And {formatCount(lines.length - MOST_LISTED)} more lines</dt>
          <dd>{formatMoney(totalOfLines(lines.slice(MOST_LISTED)))}</dd>
        </>
      )}
    </>
  );
}

/** The current step of the payment: the card, the recording, or the note that the order is paid. */
function PaymentStep({ order }: { order: Order }) {
  /** Set once the provider has charged the card: from then on the card form never comes back. */
  const [transactionId, setTransactionId] = useState<string>();

  if (order.paid) return <PaidNote order={order} transactionId={order.transactionId ?? transactionId} />;
  if (!isPayable(order))
    return (
      <p className="sheet p-6">
        {order.approval === 'sent_back'
          ? 'This order was sent back by who approves it. Read why, and what to do:'
          : 'This order needs an approval before it can be paid. See whose:'}{' '}
        <Link to={purchasePath(order.purchaseId)} className="text-link">
          Order {order.number}
        </Link>
      </p>
    );
  if (transactionId) return <Recording order={order} transactionId={transactionId} />;
  if (!order.purchaseTotal)
    return <p className="sheet p-6">This order has no price yet, so it cannot be paid.</p>;
  return <OpenPayment order={order} onCharged={setTransactionId} />;
}

interface Props {
  order: Order;
  transactionId: string | undefined;
}

/** Says that an order is paid, with its transaction id and a link to the order. */
function PaidNote({ order, transactionId }: Props) {
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
