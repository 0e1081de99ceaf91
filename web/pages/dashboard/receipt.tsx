import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatMoney, formatPrice } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { PageHandle } from '#contract/pages.ts';
import { useConfig, useShop } from '../../config.ts';
import { orderPath } from '../../path-with.ts';
import { formatDate } from '../../ui/dates.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { inCatalogue } from '../../ui/written.ts';
import { callForFileAsUser } from '../../user-calls.ts';
import { OrderFrame } from './order-frame.tsx';
import { partOfPayment, partRefunded, piecesRefunded } from './paid-badge.tsx';

export const handle: PageHandle = { title: 'Receipt', shape: 'detail' };

/** The printable receipt of a paid order, for its buyer and for staff. */
export default function ReceiptPage() {
  return (
    <OrderFrame page="Receipt" hasHeading={({ paid }) => paid}>
      {(order) =>
        order.paid ? (
          <PaidReceipt order={order} />
        ) : (
          <p className="sheet p-6">
            This order is not paid, so there is no receipt yet.{' '}
            <Link to={orderPath(order._id)} className="text-link">
              See the order
            </Link>
          </p>
        )
      }
    </OrderFrame>
  );
}

function PaidReceipt({ order }: { order: Order }) {
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-2 print:hidden">
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          Print
        </button>
        <ExportButton
          file={`${order.number}-invoice.pdf`}
          label="Download invoice"
          read={() => callForFileAsUser('getInvoice', { params: { id: order.purchaseId }, query: {} })}
        />
      </div>
      <Receipt order={order} />
    </>
  );
}

/** The part of the page that is printed. */
function Receipt({ order }: { order: Order }) {
  const isSandbox = useConfig()?.sandbox;
  const shop = useShop();
  const pieces = piecesRefunded(order);
  return (
    <article aria-labelledby="receipt" className="receipt print-only-this sheet max-w-3xl p-5 text-sm sm:p-8">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <address className="not-italic">
          <p className="font-bold text-lg tracking-tight">{shop.name}</p>
          {[...shop.address, shop.email, shop.taxId].filter(Boolean).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </address>
        <div>
          <h1 id="receipt">Receipt</h1>
          {order.paidAt && <p className="mt-1">Paid on {formatDate(order.paidAt)}</p>}
        </div>
      </header>

      <dl className="mt-8 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Entry label="Buyer">
          <bdi>{order.name}</bdi>
          <br />
          {order.email}
        </Entry>
        <Entry label="Ship to">
          <span className="own-lines block">{toFewLines(order.shippingAdd) || '–'}</span>
        </Entry>
        <Entry label="Order">{order.number}</Entry>
        <Entry label="Ordered on">{formatDate(order.createdAt)}</Entry>
      </dl>

      <table className="receipt-lines mt-8">
        <thead className="text-muted">
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Quantity</th>
            <th scope="col">Unit price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td {...inCatalogue}>{order.productName}</td>
            <td>{formatCount(order.order)}</td>
            <td>{formatPrice(order.price)}</td>
            <td>{formatMoney(order.total)}</td>
          </tr>
        </tbody>
        <tfoot className="text-base">
          <tr>
            <th scope="row" colSpan={3}>
              Total in US dollars
            </th>
            <td>{formatMoney(order.total)}</td>
          </tr>
        </tfoot>
      </table>

      <p className="mt-6">
        Paid by card, transaction <span className="id">{order.transactionId}</span>
      </p>
      {order.refundedAt && (
        <p className="mt-2 font-semibold">
          Refunded on {formatDate(order.refundedAt)}: {formatMoney(order.purchaseTotal)} went back to the
          card.
        </p>
      )}
      {!order.refundedAt && order.refunded > 0 && (
        <p className="mt-2 font-semibold">{partRefunded(order)} to the card.</p>
      )}
      {!order.refundedAt && pieces.done && (
        <p className="mt-2">
          Of <span {...inCatalogue}>{order.productName}</span>: {pieces.done}.
        </p>
      )}
      {order.disputed > 0 && (
        <p className="mt-2 font-semibold">
          The buyer disputes {partOfPayment(order.disputed, order)}: their bank has not decided yet.
        </p>
      )}
      {order.takenBack > 0 && (
        <p className="mt-2 font-semibold">
          The buyer’s bank has taken back {partOfPayment(order.takenBack, order)} after a dispute.
        </p>
      )}
      {isSandbox && <p className="mt-2 text-muted">Made in the sandbox: no real money moved.</p>}
    </article>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const MOST_LINES = 6;

/** Returns an address on a few lines, because a receipt has one page. */
function toFewLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return [...lines.slice(0, MOST_LINES - 1), lines.slice(MOST_LINES - 1).join(', ')].join('\n').trim();
}
