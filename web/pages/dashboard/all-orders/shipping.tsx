import type { PageHandle } from '#contract/pages.ts';
import { OrderList } from './order-list.tsx';

export const handle: PageHandle = { title: 'Shipping', may: 'shipment.plan' };

/** Purchases with pieces in stock that are not shipped, those paid first on top. */
export default function Shipping() {
  return <OrderList isShipping />;
}
