import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { Role } from '../../session.tsx';
import { MenuIcon } from '../../ui/icons.tsx';
import { describePaymentsToAnswer, useCountOfPaymentsToAnswer } from './payments-to-answer-notice.tsx';

interface Entry {
  to: string;
  label: string;
  /** Beginnings of the addresses of pages that are reached from it and have no entry of their own. */
  above?: string[];
}

const LOG = '/dashboard/log';
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

/** The list of orders from which somebody with this role comes to an order. */
export function ordersHome(role: Role | undefined): Entry {
  const entries = role === 'admin' ? adminEntries : customerEntries;
  return entries.find(({ above }) => above === ORDER_PAGES)!;
}

/** The dashboard's menu, by role: a column on large screens, a drawer behind a button on small ones. */
export function SideMenu({ role }: { role: Role | undefined }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page has changed
  useEffect(() => drawer.current?.close(), [pathname]);

  const entries = role === undefined ? [] : role === 'admin' ? adminEntries : customerEntries;
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet justify-self-start lg:hidden"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <MenuIcon /> Menu
      </button>
      <dialog ref={drawer} className="drawer" aria-label="Dashboard menu">
        <div className="flex items-center justify-between py-2 pr-2 pl-3">
          <p className="font-semibold">Dashboard</p>
          <button type="button" className="btn btn-ghost" onClick={() => drawer.current?.close()}>
            Close
          </button>
        </div>
        <Entries entries={entries} label="Dashboard" />
      </dialog>
      <div className="hidden min-h-56 lg:block">
        <Entries entries={entries} label="Dashboard" />
      </div>
    </>
  );
}

function Entries({ entries, label }: { entries: Entry[]; label: string }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={label}>
      <ul className="grid border-base-300 border-t">
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} aria-current={currentness(entry, pathname, entries)} className="side-entry">
              {entry.label}
              {entry.to === LOG && <PaymentsToAnswerBadge />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many payments the log has for an admin to answer; nothing when there are none. */
function PaymentsToAnswerBadge() {
  const count = useCountOfPaymentsToAnswer();
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden="true" className="badge badge-warning badge-sm num ms-2">
        {formatCount(count)}
      </span>
      <span className="sr-only">: {describePaymentsToAnswer(count)}</span>
    </>
  );
}

/** Whether an entry is the page that is open, or the way to it. */
function currentness(
  { to, above = [] }: Entry,
  pathname: string,
  entries: Entry[],
): 'page' | 'true' | undefined {
  const path = pathname.replace(/\/$/, '');
  // The admin's first page is My Profile, at the address of the dashboard itself.
  if (path === to || (path === '/dashboard' && entries[0]?.to === to)) return 'page';
  return above.some((beginning) => path.startsWith(beginning)) ? 'true' : undefined;
}
