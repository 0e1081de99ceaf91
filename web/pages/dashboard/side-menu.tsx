import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import { useUser } from '../../session.tsx';
import { openList } from '../../stored-list.ts';
import { Button } from '../../ui/button.tsx';
import { icon } from '../../ui/icons.tsx';
import { GreyBars } from '../../ui/skeleton.tsx';
import { Jump, JumpButton } from './jump/jump.tsx';
import { APPROVALS, currentness, DISPUTES, type Entry, entriesOf, isStaff } from './menu-entries.ts';
import { describePaymentsToAnswer, useCountOfPaymentsToAnswer } from './payments-to-answer-notice.tsx';
import { useCan, useRole } from './role.ts';

/** For those who approve alone. What cannot be loaded is not shown. */
const ApprovalsBadge = lazy(() =>
  import('./approvals/notice.tsx').then(
    (loaded) => ({ default: loaded.ApprovalsBadge }),
    () => ({ default: () => null }),
  ),
);

const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');

/** The dashboard's menu, by role: a column on large screens, a drawer behind a button on small ones. */
export function SideMenu() {
  const can = useCan();
  const role = useRole();
  const { buyerId } = useUser();
  const drawer = useRef<HTMLDialogElement>(null);
  const [isJumping, setJumping] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when the page changes
  useEffect(() => drawer.current?.close(), [pathname]);

  if (role.isPending) return <LoadingMenu />;
  const entries = role.data === undefined ? [] : entriesOf(can, buyerId);
  const jump = () => setJumping(true);
  return (
    <>
      <div className="dashboard-menu flex gap-2 lg:hidden">
        <Button className="min-h-11" aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
          <MenuIcon /> Menu
          {entries.map(({ to }) => (
            <WaitingCount key={to} of={to} />
          ))}
        </Button>
        {isStaff(can) && <JumpButton className="min-h-11" onOpen={jump} />}
      </div>
      <dialog ref={drawer} className="drawer" aria-label="Dashboard menu">
        <div className="flex items-center justify-between py-2 pr-2 pl-3">
          <p className="font-semibold">Dashboard</p>
          <Button kind="ghost" onClick={() => drawer.current?.close()}>
            Close
          </Button>
        </div>
        <Entries entries={entries} label="Dashboard" />
      </dialog>
      <div className="dashboard-menu hidden min-h-56 min-w-0 lg:block">
        {isStaff(can) ? (
          <FoldingMenu entries={entries} onJump={jump} />
        ) : (
          <div className="w-55">
            <Entries entries={entries} label="Dashboard" />
          </div>
        )}
      </div>
      {isStaff(can) && <Jump isOpen={isJumping} onOpen={jump} onClose={() => setJumping(false)} />}
    </>
  );
}

/** The room of the menu while the role is not known. */
export function LoadingMenu() {
  return (
    <div aria-hidden="true" className="dashboard-menu h-11 lg:h-auto">
      <div className="hidden w-55 lg:block">
        <GreyBars shape="section" />
      </div>
    </div>
  );
}

/** Staff fold the menu away where a table needs the width; it stays so. */
function FoldingMenu({ entries, onJump }: { entries: Entry[]; onJump: () => void }) {
  const id = useId();
  const isFolded = folding.use().length > 0;
  return (
    <div className="staff-menu">
      <div className="flex gap-2">
        <Button
          small
          aria-expanded={!isFolded}
          aria-controls={id}
          aria-label="Menu of the dashboard"
          title={isFolded ? 'Show the menu' : 'Fold the menu'}
          onClick={() => folding.set(isFolded ? [] : [FOLDED])}
        >
          <MenuIcon />
        </Button>
        {!isFolded && <JumpButton className="btn-sm grow justify-start" onOpen={onJump} />}
      </div>
      <div id={id} className="mt-4 w-55" hidden={isFolded}>
        <Entries entries={entries} label="Dashboard" />
      </div>
    </div>
  );
}

function Entries({ entries, label }: { entries: Entry[]; label: string }) {
  const groups = Map.groupBy(entries, ({ group }) => group);
  return (
    <nav aria-label={label} className="grid gap-5">
      {[...groups].map(([group, some]) => (
        <div key={group ?? ''}>
          {group && <p className="px-3 pb-1.5 font-semibold text-muted text-xs">{group}</p>}
          <ul className="grid border-base-300 border-t" aria-label={group}>
            {some.map((entry) => (
              <MenuEntry key={entry.to} entry={entry} entries={entries} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function MenuEntry({ entry, entries }: { entry: Entry; entries: Entry[] }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link to={entry.to} aria-current={currentness(entry, pathname, entries)} className="side-entry">
        {entry.label}
        <WaitingCount of={entry.to} />
      </Link>
    </li>
  );
}

/** How much waits for the person behind an entry of the menu. */
function WaitingCount({ of }: { of: string }) {
  if (of === APPROVALS)
    return (
      <Suspense>
        <ApprovalsBadge />
      </Suspense>
    );
  return of === DISPUTES && <PaymentsToAnswerBadge />;
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

const FOLDED = 'folded';

/** Whether staff have folded the menu of the dashboard, in this browser. */
const folding = openList({ key: 'dashboard menu', most: 1, isEntry: (text) => text === FOLDED });
