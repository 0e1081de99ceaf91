import { Link } from 'react-router';
import { countryName } from '#contract/address-book/country-name.ts';
import type { DeskPurchase } from '#contract/desk/schema.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { purchasePath } from '../../../path-with.ts';
import { Day } from '../../../ui/data-table.tsx';
import { PoNumber } from '../../../ui/po-number.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { DisputedBadge } from '../paid-badge.tsx';

/** The columns of purchases as those who pack them need them. A number leads straight to the shipment. */
export const TO_SHIP_COLUMNS: ListColumn<DeskPurchase>[] = [
  { heading: 'Order', cellClass: 'lead', cell: (purchase) => <Order purchase={purchase} /> },
  {
    heading: 'Buyer',
    cellClass: 'name-cell',
    sorts: ['buyer', '-buyer'],
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    heading: 'Ship to',
    cell: (purchase) => (
      <div className="min-w-0">
        <bdi>{destinationOf(purchase)}</bdi>
        {purchase.deliveryWish && <bdi className="block text-muted text-xs">{purchase.deliveryWish}</bdi>}
      </div>
    ),
  },
  {
    heading: 'Paid',
    cellClass: ({ isOverdue }) => `num whitespace-nowrap ${isOverdue ? 'text-error' : ''}`,
    sorts: ['paid', '-paid'],
    cell: ({ paidAt, isOverdue }) => (
      <div>
        {paidAt && <Day at={paidAt} />}
        {isOverdue && <span className="block font-medium text-xs">Overdue</span>}
      </div>
    ),
  },
  { heading: 'Lines', className: 'number', cell: ({ lineCount }) => formatCount(lineCount) },
  {
    heading: 'To ship',
    className: 'number',
    cell: ({ toShip, awaited }) => (
      <>
        <span className="whitespace-nowrap">{formatCount(toShip)} pcs</span>
        {awaited > 0 && (
          <span className="block text-muted text-xs">{formatCount(awaited)} more are expected</span>
        )}
      </>
    ),
  },
];

function Order({ purchase: { _id, number, poNumber, disputed, shipping } }: { purchase: DeskPurchase }) {
  return (
    <>
      <Link to={`${purchasePath(_id)}#ship`} className="num whitespace-nowrap font-medium text-link">
        {number}
      </Link>
      {poNumber && (
        <span className="block text-muted text-xs">
          <PoNumber poNumber={poNumber} />
        </span>
      )}
      <DisputedBadge disputed={disputed} />
      {shipping === 'part' && (
        <span className="block whitespace-nowrap text-muted text-xs">Shipped in part</span>
      )}
    </>
  );
}

/** Where a purchase goes, in one line. */
function destinationOf({ shipTo, shippingAdd }: DeskPurchase): string {
  if (!shipTo) return shippingAdd.replaceAll('\n', ', ');
  const { company, city, country } = shipTo;
  return [company, city, countryName(country) ?? country].filter(Boolean).join(', ');
}
