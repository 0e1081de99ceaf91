import { Link } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import type { Return } from '#contract/returns/schema.ts';
import { WISH_WORDS } from '#contract/returns/states.ts';
import { purchasePath } from '../../../path-with.ts';
import { Day } from '../../../ui/data-table.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { Lead } from '../kit/lead.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { ReturnPictures } from './return-pictures.tsx';

/** The columns of staff's list of open returns: what comes back and why. */
export const COLUMNS: ListColumn<Return>[] = [
  { heading: 'Order', cellClass: 'lead', cell: (one) => <Order one={one} /> },
  { heading: 'What comes back', cell: (one) => <Pieces one={one} /> },
  {
    heading: 'State',
    cell: ({ state }) =>
      state === 'asked' ? (
        <span className="badge badge-warning">To answer</span>
      ) : (
        <span className="badge badge-ghost">Expected</span>
      ),
  },
  {
    heading: 'Asked for',
    cellClass: 'num whitespace-nowrap',
    cell: ({ askedAt }) => <Day at={askedAt} />,
  },
];

function Order({ one: { purchaseId, purchaseNumber, name, number } }: { one: Return }) {
  const link = (
    <Link to={purchasePath(purchaseId)} className="num whitespace-nowrap text-link">
      {purchaseNumber}
    </Link>
  );
  return (
    <Lead title={link}>
      <bdi className="block text-muted text-xs">{name}</bdi>
      <span className="num block text-muted text-xs">{number}</span>
    </Lead>
  );
}

function Pieces({ one }: { one: Return }) {
  return (
    <>
      <ul className="wrap-anywhere grid min-w-0 gap-1 py-1">
        {one.lines.map(({ orderId, productName, quantity, received, reason }) => (
          <li key={orderId}>
            <span className="num">{formatCount(quantity)}</span> × <span {...inCatalogue}>{productName}</span>
            {received > 0 && `, ${formatCount(received)} came back`}
            <bdi className="block text-muted text-xs">{reason}</bdi>
          </li>
        ))}
      </ul>
      {one.wish && <p className="text-xs">Wanted: {WISH_WORDS[one.wish]}</p>}
      <ReturnPictures one={one} mayAdd={false} />
    </>
  );
}
