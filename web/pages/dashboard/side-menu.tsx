import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Role } from '../../queries.ts';
import { MenuIcon } from '../../ui/icons.tsx';

interface Entry {
  to: string;
  label: string;
}

const customerEntries: Entry[] = [
  { to: '/dashboard', label: 'My Orders' },
  { to: '/dashboard/addReview', label: 'Add a Review' },
  { to: '/dashboard/myProfile', label: 'My Profile' },
];

const adminEntries: Entry[] = [
  { to: '/dashboard/myProfile', label: 'My Profile' },
  { to: '/dashboard/makeAdmin', label: 'Make Admin' },
  { to: '/dashboard/manageAllOrders', label: 'Manage All Orders' },
  { to: '/dashboard/addProduct', label: 'Add a Product' },
  { to: '/dashboard/manageProducts', label: 'Manage Products' },
];

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
        {entries.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              prefetch="intent"
              // The admin's first page is My Profile, at the address of the dashboard itself.
              aria-current={isCurrent(to, pathname, entries) ? 'page' : undefined}
              className="side-entry"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isCurrent(to: string, pathname: string, entries: Entry[]): boolean {
  const path = pathname.replace(/\/$/, '');
  return path === to || (path === '/dashboard' && entries[0]?.to === to);
}
