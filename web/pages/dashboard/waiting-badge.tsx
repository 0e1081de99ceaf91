import type { Order } from '#contract/purchases/orders.ts';

/** Says that an order waits for an approval, or was sent back: until it is approved nobody can pay for it. */
export function WaitingBadge({ approval }: Pick<Order, 'approval'>) {
  return (
    <span className="badge badge-warning">{approval === 'sent_back' ? 'Sent back' : 'Needs approval'}</span>
  );
}
