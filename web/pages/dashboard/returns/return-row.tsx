import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { WISH_WORDS } from '#contract/return-states.ts';
import type { Return } from '#contract/returns.ts';
import { purchasePath } from '../../../path-with.ts';
import { Day } from '../../../ui/data-table.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { LeadCell } from '../cells.tsx';
import { ReturnPictures } from './return-pictures.tsx';

interface Props {
  one: Return;
  actions: ReactNode;
}

/** An open return in staff's list: what comes back and why, and what to do about it. */
export function ReturnRow({ one, actions }: Props) {
  const isAsked = one.state === 'asked';
  const order = (
    <Link to={purchasePath(one.purchaseId)} className="num whitespace-nowrap text-link">
      {one.purchaseNumber}
    </Link>
  );
  return (
    <tr>
      <LeadCell title={order}>
        <bdi className="block text-muted text-xs">{one.name}</bdi>
        <span className="num block text-muted text-xs">{one.number}</span>
      </LeadCell>
      <td data-label="What comes back">
        <ul className="wrap-anywhere grid min-w-0 gap-1 py-1">
          {one.lines.map(({ orderId, productName, quantity, received, reason }) => (
            <li key={orderId}>
              <span className="num">{formatCount(quantity)}</span> ×{' '}
              <span {...inCatalogue}>{productName}</span>
              {received > 0 && `, ${formatCount(received)} came back`}
              <bdi className="block text-muted text-xs">{reason}</bdi>
            </li>
          ))}
        </ul>
        {one.wish && <p className="text-xs">Wanted: {WISH_WORDS[one.wish]}</p>}
        <ReturnPictures one={one} mayAdd={false} />
      </td>
      <td data-label="State">
        {isAsked ? (
          <span className="badge badge-warning">To answer</span>
        ) : (
          <span className="badge badge-ghost">Expected</span>
        )}
      </td>
      <td data-label="Asked for" className="num whitespace-nowrap">
        <Day at={one.askedAt} />
      </td>
      <td data-label="Action" className="action">
        {actions}
      </td>
    </tr>
  );
}
