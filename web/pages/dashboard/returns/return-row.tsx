import { Link } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { Return, ReturnAnswer } from '#contract/returns.ts';
import { purchasePath } from '../../../path-with.ts';
import { Day } from '../../../ui/data-table.tsx';
import { inCatalogue } from '../../../ui/written.ts';
import { LeadCell } from '../cells.tsx';
import { ReturnPictures } from './return-pictures.tsx';

interface Props {
  one: Return;
  onAnswer: (state: ReturnAnswer['state']) => void;
  onReceive: () => void;
}

/** An open return in staff's list: what comes back and why, and what to do about it. */
export function ReturnRow({ one, onAnswer, onReceive }: Props) {
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
        <div className="flex gap-1 max-lg:flex-wrap">
          {isAsked && (
            <>
              <RowButton label="Accept" of={one} onClick={() => onAnswer('accepted')} />
              <RowButton label="Decline" of={one} onClick={() => onAnswer('declined')} />
            </>
          )}
          <RowButton label="Receive" of={one} onClick={onReceive} />
          {!isAsked && <RowButton label="Close" of={one} onClick={() => onAnswer('closed')} />}
        </div>
      </td>
    </tr>
  );
}

function RowButton({ label, of, onClick }: { label: string; of: Return; onClick: () => void }) {
  return (
    <button type="button" className="btn btn-quiet btn-sm" onClick={onClick}>
      {label}
      <span className="sr-only"> the return of {of.purchaseNumber}</span>
    </button>
  );
}
