import { Link } from 'react-router';
import type { DeskPurchase } from '#contract/desk.ts';
import { formatCount, formatMoney } from '#contract/money.ts';
import { linePath, purchasePath } from '../../../path-with.ts';
import { Day } from '../../../ui/data-table.tsx';
import { MarkBox } from '../../../ui/mark-box.tsx';
import { PurchaseState } from '../purchase-state.tsx';

interface Props {
  purchase: DeskPurchase;
  isMarked: boolean;
  onMark: () => void;
}

/** A purchase in staff's list. Its number leads to it, its ids to its orders. */
export function PurchaseRow({ purchase, isMarked, onMark }: Props) {
  const { _id, number, name, email, poNumber, placedAt, lineCount, orderIds, total } = purchase;
  const more = lineCount - orderIds.length;
  return (
    <tr>
      <td className="mark">
        <MarkBox label={`Mark ${number}`} checked={isMarked} onChange={onMark} />
      </td>
      <td className="lead">
        <Link
          to={purchasePath(_id)}
          className="num inline-block whitespace-nowrap py-1 font-medium text-link"
        >
          {number}
        </Link>
      </td>
      <td data-label="Order ids" className="ids">
        <ul>
          {orderIds.map((id) => (
            <li key={id}>
              <Link to={linePath({ _id: id, purchaseId: _id })} className="id hover:underline">
                {id}
              </Link>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className="text-muted text-xs">
            and {formatCount(more)} more {more === 1 ? 'id' : 'ids'}
          </p>
        )}
      </td>
      <td data-label="Buyer" className="buyer">
        <div className="min-w-0">
          <bdi className="block truncate">{name}</bdi>
          <span className="block truncate text-muted text-xs">{email}</span>
        </div>
      </td>
      <td data-label="PO" className="po">
        {poNumber ? (
          <bdi className="block truncate" title={poNumber}>
            {poNumber}
          </bdi>
        ) : (
          <span className="text-muted">–</span>
        )}
      </td>
      <td data-label="Placed" className="placed num whitespace-nowrap">
        <Day at={placedAt} />
      </td>
      <td data-label="Lines" className="lines number">
        {formatCount(lineCount)}
      </td>
      <td data-label="Total" className="total number font-medium">
        {formatMoney(total)}
      </td>
      <td data-label="State" className="state">
        <PurchaseState purchase={purchase} />
      </td>
      <td data-label="Shipped" className="shipped">
        <Shipped purchase={purchase} />
      </td>
    </tr>
  );
}

const SHIPPED = { none: 'Not yet', part: 'In part', all: 'All of it' };

/** How much has gone out, and how many pieces are here to go. Only what is paid is shipped. */
function Shipped({ purchase: { shipping, toShip, paidAt } }: { purchase: DeskPurchase }) {
  if (!paidAt) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-wrap gap-x-2">
      <span className="whitespace-nowrap">{SHIPPED[shipping]}</span>
      {toShip > 0 && (
        <span className="num whitespace-nowrap text-muted text-xs">{formatCount(toShip)} to ship</span>
      )}
    </span>
  );
}
