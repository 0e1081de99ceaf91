/** The entries of the dashboard's menu, for staff and admins and for customers. */
import type { ActionBy } from '#contract/policy.ts';
import type { Can } from './role.ts';

export interface Entry {
  to: string;
  label: string;
  /** Prefixes of the paths of its subpages, which have no entry of their own. */
  above?: string[];
  /** The heading below which it stands, with the entries beside it that have the same one. */
  group?: 'Buy' | 'You' | 'Orders' | 'Products' | 'Customers' | 'Shop';
  /** What its page is for, where not all who have this menu may do it. */
  may?: ActionBy<'bearer'>;
}

export const CUSTOMERS = { to: '/dashboard/customers', label: 'Customers' };
export const ALL_COMPANIES = { to: '/dashboard/allCompanies', label: 'Companies' };
export const PRICE_LISTS = { to: '/dashboard/priceLists', label: 'Price lists' };
export const BUYER_GROUPS = '/dashboard/buyerGroups';
export const APPROVALS = '/dashboard/approvals';
export const TO_APPROVE = { to: APPROVALS, label: 'Approvals' };
export const DISPUTES = '/dashboard/disputes';
export const OVERVIEW: Entry = {
  to: '/dashboard/overview',
  label: 'Overview',
  above: ['/dashboard/mails'],
  may: 'desk.readOverview',
};
const MY_PROFILE = '/dashboard/myProfile';
const ORDER_PAGES = ['/dashboard/orders/', '/dashboard/purchases/', '/dashboard/payment/'];

const customerEntries: Entry[] = [
  { to: '/dashboard', label: 'My Orders', above: ORDER_PAGES, group: 'Buy' },
  // For who acts for a company: nobody approves their own.
  { ...TO_APPROVE, group: 'Buy', may: 'purchase.approve' },
  { to: '/order', label: 'Order pad', group: 'Buy' },
  { to: '/dashboard/lists', label: 'Lists', above: ['/dashboard/lists/'], group: 'Buy' },
  { to: '/dashboard/addresses', label: 'Addresses', group: 'You' },
  { to: '/dashboard/companies', label: 'Companies', above: ['/dashboard/company'], group: 'You' },
  { to: '/dashboard/addReview', label: 'Add a Review', group: 'You' },
  { to: MY_PROFILE, label: 'My Profile', group: 'You' },
];

const staffEntries: Entry[] = [
  OVERVIEW,
  { to: '/dashboard/manageAllOrders', label: 'Manage All Orders', above: ORDER_PAGES, group: 'Orders' },
  { to: '/dashboard/shipping', label: 'Shipping', above: ['/dashboard/shipping/'], group: 'Orders' },
  { to: '/dashboard/returns', label: 'Returns', group: 'Orders' },
  { to: DISPUTES, label: 'Disputes and refunds', group: 'Orders', may: 'payment.read' },
  {
    to: '/dashboard/manageProducts',
    label: 'Manage Products',
    group: 'Products',
    above: ['/dashboard/manageProducts/'],
  },
  { to: '/dashboard/addProduct', label: 'Add a Product', group: 'Products', may: 'product.add' },
  {
    to: '/dashboard/stock',
    label: 'Stock',
    group: 'Products',
    above: ['/dashboard/stock/', '/dashboard/stock-take', '/dashboard/products/'],
  },
  {
    to: '/dashboard/imports',
    label: 'Imports',
    group: 'Products',
    may: 'product.import',
    above: ['/dashboard/imports/'],
  },
  { to: '/dashboard/categories', label: 'Categories', above: ['/dashboard/categories/'], group: 'Products' },
  { ...CUSTOMERS, above: ['/dashboard/people/'], group: 'Customers', may: 'account.list' },
  { ...ALL_COMPANIES, above: ['/dashboard/allCompanies/'], group: 'Customers', may: 'company.block' },
  {
    ...PRICE_LISTS,
    above: ['/dashboard/priceLists/', BUYER_GROUPS],
    group: 'Customers',
    may: 'priceList.read',
  },
  { to: '/dashboard/makeAdmin', label: 'Make Admin', group: 'Customers', may: 'account.list' },
  { to: '/dashboard/reviews', label: 'Reviews', group: 'Customers', may: 'review.hide' },
  { to: '/dashboard/log', label: 'Log', group: 'Shop' },
  {
    to: '/dashboard/settings',
    label: 'Settings',
    group: 'Shop',
    may: 'settings.read',
    above: ['/dashboard/settings/'],
  },
  { to: MY_PROFILE, label: 'My Profile', group: 'You' },
];

/** Returns the entry of the list that leads to an order. */
export function ordersHome(can: Can): Entry {
  return entriesOf(can).find(({ above }) => above === ORDER_PAGES)!;
}

/** Whether a person works for the shop: their dashboard takes the whole width, and its menu folds. */
export const isStaff = (can: Can) => can('shop.work');

/** Returns the menu of a person, by what they may do. What customers may do besides is of the company that they act for. */
export function entriesOf(can: Can, buyerId?: string): Entry[] {
  const entries = isStaff(can) ? staffEntries : customerEntries;
  const isActing = isStaff(can) || buyerId !== undefined;
  return entries.filter(({ may }) => may === undefined || (isActing && can(may)));
}

/** Returns the aria-current of an entry: 'page' when its page is open, 'true' when one of its subpages is. */
export function currentness(
  { to, above = [] }: Entry,
  pathname: string,
  entries: Entry[],
): 'page' | 'true' | undefined {
  const path = pathname.replace(/\/$/, '');
  // The dashboard's own address shows My Profile to staff and admins, who have no entry of that address.
  const isFirst = path === '/dashboard' && to === MY_PROFILE && !entries.some((entry) => entry.to === path);
  if (path === to || isFirst) return 'page';
  return above.some((beginning) => path.startsWith(beginning)) ? 'true' : undefined;
}
