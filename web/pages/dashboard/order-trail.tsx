import type { Order } from '#contract/orders.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { ordersHome } from './menu-entries.ts';
import { useRole } from './role.ts';

interface Props {
  order: Order | undefined;
  /** A page of the order; without one it is the order itself. */
  page?: string;
}

/** Where a page of an order is: below the list of orders from which it is reached. */
export function OrderTrail({ order, page }: Props) {
  const home = ordersHome(useRole().data);
  if (!order) return <Breadcrumb above={[home]} here={page ?? 'Order'} />;
  if (!page) return <Breadcrumb above={[home]} here={order.number} />;
  const itself = { to: `/dashboard/orders/${order._id}`, label: order.number };
  return <Breadcrumb above={[home, itself]} here={page} />;
}
