import type { Order } from '#contract/orders.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { ordersHome } from './menu-entries.ts';
import { useCan } from './role.ts';

interface Props {
  order: Order | undefined;
  /** The name of a subpage of the order; without it, the order's own page. */
  page?: string;
}

/** The breadcrumb of an order's page, below the list of orders. */
export function OrderTrail({ order, page }: Props) {
  const home = ordersHome(useCan());
  if (!order) return <Breadcrumb above={[home]} here={page ?? 'Order'} />;
  if (!page) return <Breadcrumb above={[home]} here={order.number} />;
  const itself = { to: `/dashboard/orders/${order._id}`, label: order.number };
  return <Breadcrumb above={[home, itself]} here={page} />;
}
