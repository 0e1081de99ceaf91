import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { MOST_PICKED, type ToShip } from '#contract/shipments.ts';
import { listOf } from '../../../long-list.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { toShip } from './queries.ts';

export const handle: PageHandle = { may: 'shipment.plan' };

/** What must go out: paid purchases with pieces that are here, those that were paid first come first. */
export default function Shipping() {
  const list = useInfiniteQuery(toShip);
  const { total } = listOf(list.data);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <PageTitle>Shipping</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1 tabIndex={-1}>Shipping</h1>
        <p role="status" className="num text-muted">
          {list.data && `${formatCount(total)} to ship`}
        </p>
        {chosen.size > 0 && (
          <Link
            to={`/dashboard/shipping/pick-list?purchases=${[...chosen].join(',')}`}
            className="btn btn-primary btn-sm ms-auto"
          >
            Pick list of {formatCount(chosen.size)}
          </Link>
        )}
      </div>
      <LoadedList
        list={list}
        what="what is to ship"
        empty={
          <p className="sheet p-6 text-muted">
            Nothing is to ship. Paid orders appear here, the oldest first.
          </p>
        }
      >
        {(purchases) => <ToShipTable purchases={purchases} chosen={chosen} onChoose={setChosen} />}
      </LoadedList>
    </>
  );
}

interface TableProps {
  purchases: ToShip[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function ToShipTable({ purchases, chosen, onChoose }: TableProps) {
  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < MOST_PICKED) next.add(id);
    onChoose(next);
  }
  return (
    <DataTable
      columns={[
        ['Choose', 'action'],
        'Order',
        'Buyer',
        'Ship to',
        'Paid',
        ['Lines', 'number'],
        ['Pieces', 'number'],
      ]}
    >
      {purchases.map((one) => (
        <tr key={one._id}>
          <td className="action" data-label="Choose">
            <input
              type="checkbox"
              className="h-4 w-4 accent-primary"
              aria-label={`Choose ${one.number}`}
              checked={chosen.has(one._id)}
              onChange={() => toggle(one._id)}
            />
          </td>
          <td className="lead">
            <Link to={`/dashboard/purchases/${one._id}#ship`} className="num font-medium text-link">
              {one.number}
            </Link>
            {one.poNumber && <bdi className="block text-muted text-xs">PO {one.poNumber}</bdi>}
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
      ))}
    </DataTable>
  );
}
