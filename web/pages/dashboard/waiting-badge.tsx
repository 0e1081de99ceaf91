import type { Order } from '#contract/purchases/orders.ts';

/** Says that an order waits for an approval, or was sent back: until it is approved nobody can pay for it. */
export function WaitingBadge({ approval }: Pick<Order, 'approval'>) {
  if (approval === 'sent_back') return <span className="badge badge-warning">Sent back</span>;
  return <span className="badge badge-neutral">Needs approval</span>;
}
