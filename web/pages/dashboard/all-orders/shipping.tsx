import type { PageHandle } from '#contract/pages.ts';
import { OrderList } from './order-list.tsx';

export const handle: PageHandle = { title: 'Shipping', may: 'shipment.plan' };

/** What must go out: staff's list of purchases, narrowed to those with pieces that are here; those that were paid first come first. */
export default function Shipping() {
  return <OrderList isShipping />;
}
