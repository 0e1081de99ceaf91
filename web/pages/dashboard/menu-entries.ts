/** The entries of the dashboard's menu, for admins and for customers. */
import { type Can, EVERYBODY } from './role.ts';

export interface Entry {
  to: string;
  label: string;
  /** Prefixes of the paths of its subpages, which have no entry of their own. */
  above?: string[];
}

export const LOG = '/dashboard/log';
const ORDER_PAGES = ['/dashboard/orders/', '/dashboard/payment/'];

const customerEntries: Entry[] = [
  { to: '/dashboard', label: 'My Orders', above: ORDER_PAGES },
  { to: '/dashboard/addReview', label: 'Add a Review' },
  { to: '/dashboard/myProfile', label: 'My Profile' },
];

const adminEntries: Entry[] = [
  { to: '/dashboard/myProfile', label: 'My Profile' },
  { to: '/dashboard/makeAdmin', label: 'Make Admin' },
  { to: '/dashboard/manageAllOrders', label: 'Manage All Orders', above: ORDER_PAGES },
  { to: '/dashboard/addProduct', label: 'Add a Product' },
  { to: '/dashboard/manageProducts', label: 'Manage Products', above: ['/dashboard/manageProducts/'] },
  { to: LOG, label: 'Log' },
];

/** Returns the entry of the list that leads to an order. */
export function ordersHome(can: Can): Entry {
  return entriesOf(can).find(({ above }) => above === ORDER_PAGES)!;
}

/** Returns the menu of a person, by what they may do. */
export function entriesOf(can: Can): Entry[] {
  return can('order.read', EVERYBODY) ? adminEntries : customerEntries;
}

/** Returns the aria-current of an entry: 'page' when its page is open, 'true' when one of its subpages is. */
export function currentness(
  { to, above = [] }: Entry,
  pathname: string,
  entries: Entry[],
): 'page' | 'true' | undefined {
  const path = pathname.replace(/\/$/, '');
  // The admin's first page is My Profile, at the address of the dashboard itself.
  if (path === to || (path === '/dashboard' && entries[0]?.to === to)) return 'page';
  return above.some((beginning) => path.startsWith(beginning)) ? 'true' : undefined;
}
