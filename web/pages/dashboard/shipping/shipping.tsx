import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { MOST_PICKED } from '#contract/purchase-limits.ts';
import type { ToShip } from '#contract/shipments.ts';
import { listOf } from '../../../long-list.ts';
import { purchasePath } from '../../../path-with.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { MarkBox } from '../../../ui/mark-box.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PoNumber } from '../../../ui/po-number.tsx';
import { useMarked } from '../../../ui/use-marked.ts';
import { pickListPath } from './pick-list-path.ts';
import { toShip } from './queries.ts';

export const handle: PageHandle = { may: 'shipment.plan' };

/** What must go out: paid purchases with pieces that are here, those that were paid first come first. */
export default function Shipping() {
  const list = useInfiniteQuery(toShip);
  const { total } = listOf(list.data);
  const marked = useMarked(MOST_PICKED);
  return (
    <>
      <PageTitle>Shipping</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1 tabIndex={-1}>Shipping</h1>
        <p role="status" className="num text-muted">
          {list.data && `${formatCount(total)} to ship`}
        </p>
        {marked.ids.size > 0 && (
          <Link to={pickListPath(marked.ids)} className="btn btn-primary btn-sm ms-auto">
            Pick list of {formatCount(marked.ids.size)}
          </Link>
        )}
      </div>
      <ListTable
        list={list}
        what="what is to ship"
        columns={COLUMNS}
        mark={<span className="sr-only">Choose</span>}
        empty={
          <p className="sheet p-6 text-muted">
            Nothing is to ship. Paid orders appear here, the oldest first.
          </p>
        }
      >
        {(one) => (
          <ToShipRow
            key={one._id}
            one={one}
            isMarked={marked.ids.has(one._id)}
            onMark={() => marked.toggle(one._id)}
          />
        )}
      </ListTable>
    </>
  );
}

const COLUMNS: Column[] = ['Order', 'Buyer', 'Ship to', 'Paid', ['Lines', 'number'], ['Pieces', 'number']];

interface RowProps {
  one: ToShip;
  isMarked: boolean;
  onMark: () => void;
}

function ToShipRow({ one, isMarked, onMark }: RowProps) {
  return (
    <tr>
      <td className="mark" data-label="Choose">
        <MarkBox label={`Choose ${one.number}`} checked={isMarked} onChange={onMark} />
      </td>
      <td className="lead">
        <Link to={`${purchasePath(one._id)}#ship`} className="num font-medium text-link">
          {one.number}
        </Link>
        {one.poNumber && (
          <span className="block text-muted text-xs">
            <PoNumber poNumber={one.poNumber} />
          </span>
        )}
        {one.isPart && <span className="block text-muted text-xs">Shipped in part</span>}
      </td>
      <td data-label="Buyer">
        <bdi>{one.name}</bdi>
      </td>
      <td data-label="Ship to">
        <bdi>{one.destination}</bdi>
        {one.deliveryWish && <bdi className="block text-muted text-xs">{one.deliveryWish}</bdi>}
      </td>
      <td data-label="Paid" className="num">
        {formatMoment(one.paidAt)}
      </td>
      <td data-label="Lines" className="number">
        {formatCount(one.lines)}
      </td>
      <td data-label="Pieces" className="number">
        {formatCount(one.pieces)}
        {one.awaited > 0 && (
          <span className="block text-muted text-xs">{formatCount(one.awaited)} more are expected</span>
        )}
      </td>
    </tr>
  );
}
