import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { partPath } from '#contract/kernel/addresses.ts';
import { formatDay } from '#contract/kernel/days.ts';
import { formatCount, formatMoney, formatPrice } from '#contract/kernel/money.ts';
import type { PurchaseDetail, PurchaseLine } from '#contract/purchases/schema.ts';
import { isUnaccepted } from '#contract/purchases/states.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { LongText } from '../../../ui/long-text.tsx';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { inCatalogue } from '../../../ui/written.ts';
import { LastPrice } from '../approvals/last-price.tsx';
import { DeleteButton } from '../delete-button.tsx';
import { DeleteOrder } from '../delete-order.tsx';
import { PRICE_LISTS } from '../menu-entries.ts';
import { useCan } from '../role.ts';

const COLUMNS: Column[] = ['Part', ['Quantity', 'number'], ['Unit price', 'number'], ['Total', 'number']];

/** The lines of a purchase. While it is unpaid, one of several can be taken out. */
export function PurchaseLines({ purchase }: { purchase: PurchaseDetail }) {
  const [deleting, setDeleting] = useState<PurchaseLine>();
  const focusHeading = useFocusLater();
  const { hash } = useLocation();
  const { lines, number } = purchase;
  const can = useCan();
  const isStaff = can('priceList.read');
  const canDelete = can('order.delete', purchase) && isUnaccepted(purchase.state) && lines.length > 1;
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="sr-only">
        Lines
      </h2>
      <DataTable columns={canDelete ? [...COLUMNS, 'Action'] : COLUMNS} className="line-cards">
        {lines.map((line) => (
          <tr
            key={line._id}
            id={line._id}
            ref={lines.length > 1 && hash === `#${line._id}` ? scrollTo : undefined}
          >
            <td className="lead">
              <Part line={line} isStaff={isStaff} />
              <LastPrice line={line} approvals={purchase.approvals} />
            </td>
            <td data-label="Quantity" className="number quantity">
              {formatCount(line.quantity)}
            </td>
            <td data-label="Unit price" className="number price">
              {formatPrice(line.price)}
            </td>
            <td data-label="Total" className="number total">
              {formatMoney(line.total)}
            </td>
            {canDelete && (
              <td className="action">
                <DeleteButton
                  label={`Delete ${line.productName} from the order`}
                  title="Delete this line"
                  onClick={() => setDeleting(line)}
                />
              </td>
            )}
          </tr>
        ))}
        {lines.length > 1 && (
          <tr>
            <td className="lead font-semibold" colSpan={3}>
              Total of {formatCount(lines.length)} lines
            </td>
            <td className="number total font-semibold">{formatMoney(purchase.total)}</td>
            {canDelete && <td className="max-md:hidden!" />}
          </tr>
        )}
      </DataTable>
      {deleting && (
        <DeleteOrder
          order={{ ...deleting, number, order: deleting.quantity }}
          onClose={() => setDeleting(undefined)}
          // The pressed button was removed with its row.
          onDeleted={focusHeading}
        />
      )}
    </section>
  );
}

/** The browser looks for the line of the address before the lines are loaded. */
const scrollTo = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' });

function Part({ line, isStaff }: { line: PurchaseLine; isStaff: boolean }) {
  return (
    <div className="min-w-0">
      <span {...inCatalogue} className="font-medium">
        {line.productName}
      </span>
      <div className="flex flex-wrap items-baseline gap-x-3 text-muted text-xs">
        <Link to={partPath(line.sku)} className="id inline-block leading-6 hover:underline">
          {line.sku}
        </Link>
        {line.customerRef && (
          <span>
            Your number <LongText text={line.customerRef} className="id" />
          </span>
        )}
        {line.designators && (
          <div className="min-w-0">
            <span className="sr-only">Reference designators </span>
            <LongText text={line.designators} />
          </div>
        )}
      </div>
      {line.priceSource && (
        <p className="text-xs">
          {isStaff ? 'Price list' : 'Your price list'}{' '}
          {isStaff ? (
            <Link to={`${PRICE_LISTS.to}/${line.priceSource.id}`} className="text-link">
              <bdi>{line.priceSource.name}</bdi>
            </Link>
          ) : (
            <bdi>{line.priceSource.name}</bdi>
          )}
        </p>
      )}
      {line.expectedOn && (
        <p className="text-xs">
          {formatCount(line.expectedPieces ?? line.quantity)} pcs expected on {formatDay(line.expectedOn)}
        </p>
      )}
      {line.shippedPieces > 0 && (
        <p className="text-xs">
          {formatCount(line.shippedPieces)} of {formatCount(line.quantity)} pcs shipped
          {line.returnedPieces > 0 && `, ${formatCount(line.returnedPieces)} came back`}
        </p>
      )}
      {line.declinedPieces > 0 && (
        <p className="text-xs">{formatCount(line.declinedPieces)} pcs came back without a refund</p>
      )}
      {line.cancelledPieces > 0 && (
        <p className="text-xs">{formatCount(line.cancelledPieces)} pcs canceled</p>
      )}
      {line.refundedPieces > line.refundingPieces && (
        <p className="text-xs">
          {formatCount(line.refundedPieces - line.refundingPieces)} of {formatCount(line.quantity)} pcs
          refunded, {formatMoney(line.refundedOfLine - line.refundingOfLine)}
        </p>
      )}
      {line.refundingPieces > 0 && (
        <p className="text-xs">
          {formatCount(line.refundingPieces)} of {formatCount(line.quantity)} pcs being refunded,{' '}
          {formatMoney(line.refundingOfLine)}
        </p>
      )}
    </div>
  );
}
