import type { Purchase } from '#contract/purchases/schema.ts';
import { formatDate, formatMoment } from '../../ui/dates.ts';
import { PaidBadge } from './paid-badge.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

/** Shows what became of a purchase: to approve, to pay, accepted, not paid in time, paid, or refunded. */
export function PurchaseState({ purchase }: { purchase: Purchase }) {
  const { state, heldUntil, total } = purchase;
  if (state === 'paid' || state === 'refunded')
    return <PaidBadge order={{ ...purchase, purchaseTotal: total }} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge purchase={purchase} />
      {heldUntil && (
        <time dateTime={heldUntil} title={formatMoment(heldUntil)} className="num text-muted text-xs">
          until {formatDate(heldUntil)}
        </time>
      )}
    </span>
  );
}

function Badge({ purchase: { state, approval } }: { purchase: Purchase }) {
  if (approval) return <WaitingBadge approval={approval} />;
  if (state === 'accepted') return <span className="badge badge-ghost">Accepted, unpaid</span>;
  return <span className="badge badge-ghost">{state === 'to_pay' ? 'Unpaid' : 'Expired'}</span>;
}
