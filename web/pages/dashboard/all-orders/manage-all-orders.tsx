import type { PageHandle } from '#contract/pages.ts';
import { OrderList } from './order-list.tsx';

export const handle: PageHandle = { title: 'Manage All Orders', may: 'desk.readPurchases' };

/** The purchases of everybody with the ids of their orders. */
export default function ManageAllOrders() {
  return <OrderList />;
}
