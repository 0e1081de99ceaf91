import { Link } from 'react-router';
import { countryName } from '#contract/country-name.ts';
import type { DeskPurchase } from '#contract/desk.ts';
import { formatCount } from '#contract/money.ts';
import { purchasePath } from '../../../path-with.ts';
import { type Column, Day } from '../../../ui/data-table.tsx';
import { MarkBox } from '../../../ui/mark-box.tsx';
import { PoNumber } from '../../../ui/po-number.tsx';
import { DisputedBadge } from '../paid-badge.tsx';

export const TO_SHIP_COLUMNS: Column[] = [
  'Order',
  ['Buyer', '', ['buyer', '-buyer']],
  'Ship to',
  ['Paid', '', ['paid', '-paid']],
  ['Lines', 'number'],
  ['To ship', 'number'],
];

interface Props {
  purchase: DeskPurchase;
  isMarked: boolean;
  onMark: () => void;
}

/** A purchase as those who pack it need it. Its number leads straight to its shipment. */
export function ToShipRow({ purchase, isMarked, onMark }: Props) {
  const { _id, number, name, poNumber, deliveryWish, paidAt, lineCount, toShip, awaited, isOverdue } =
    purchase;
  return (
    <tr>
      <td className="mark">
        <MarkBox label={`Mark ${number}`} checked={isMarked} onChange={onMark} />
      </td>
      <td className="lead">
        <Link to={`${purchasePath(_id)}#ship`} className="num whitespace-nowrap font-medium text-link">
          {number}
        </Link>
        {poNumber && (
          <span className="block text-muted text-xs">
            <PoNumber poNumber={poNumber} />
          </span>
        )}
        <DisputedBadge disputed={purchase.disputed} />
        {purchase.shipping === 'part' && (
          <span className="block whitespace-nowrap text-muted text-xs">Shipped in part</span>
        )}
      </td>
      <td data-label="Buyer" className="name-cell">
        <bdi>{name}</bdi>
      </td>
      <td data-label="Ship to">
        <div className="min-w-0">
          <bdi>{destinationOf(purchase)}</bdi>
          {deliveryWish && <bdi className="block text-muted text-xs">{deliveryWish}</bdi>}
        </div>
      </td>
      <td data-label="Paid" className={`num whitespace-nowrap ${isOverdue ? 'text-error' : ''}`}>
        <div>
          {paidAt && <Day at={paidAt} />}
          {isOverdue && <span className="block font-medium text-xs">Overdue</span>}
        </div>
      </td>
      <td data-label="Lines" className="number">
        {formatCount(lineCount)}
      </td>
      <td data-label="To ship" className="number">
        <span className="whitespace-nowrap">{formatCount(toShip)} pcs</span>
        {awaited > 0 && (
          <span className="block text-muted text-xs">{formatCount(awaited)} more are expected</span>
        )}
      </td>
    </tr>
  );
}

/** Where a purchase goes, in one line. */
function destinationOf({ shipTo, shippingAdd }: DeskPurchase): string {
  if (!shipTo) return shippingAdd.replaceAll('\n', ', ');
  const { company, city, country } = shipTo;
  return [company, city, countryName(country) ?? country].filter(Boolean).join(', ');
}
