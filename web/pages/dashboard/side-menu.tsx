import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { MenuIcon } from '../../ui/icons.tsx';
import { currentness, type Entry, entriesOf, LOG } from './menu-entries.ts';
import { describePaymentsToAnswer, useCountOfPaymentsToAnswer } from './payments-to-answer-notice.tsx';
import { useCan, useRole } from './role.ts';

/** The dashboard's menu, by role: a column on large screens, a drawer behind a button on small ones. */
export function SideMenu() {
  const can = useCan();
  const { data: role } = useRole();
  const drawer = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes
  useEffect(() => drawer.current?.close(), [pathname]);

  const entries = role === undefined ? [] : entriesOf(can);
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

/** The number of payments that an admin has to answer; nothing for none. */
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
