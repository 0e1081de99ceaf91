import { useEffect } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import { ConfirmDialog } from './ask-dialog.tsx';

interface Props {
  /** The number of fields that are not saved. */
  unsaved: number;
  /** Returns whether everything has just been saved, where that is known before this is gone. */
  isSettled?: () => boolean;
  /** Whether they stay in a draft of the tab. */
  isKept?: boolean;
}

const isNever = () => false;

/** Asks before somebody leaves the page with changes that are not saved. */
export function LeaveGuard({ unsaved, isSettled = isNever, isKept = false }: Props) {
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved > 0 &&
      !isSettled() &&
      // The address changes a moment before this page goes away.
      currentLocation.pathname === pathname &&
      nextLocation.pathname !== pathname &&
      // The session has ended, and comes back here.
      nextLocation.pathname !== '/login',
  );

  useEffect(() => {
    if (unsaved === 0) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSettled()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved, isSettled]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      action="Leave"
      warns={false}
      busy={false}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {isKept
        ? `${countOf(unsaved, 'field is', 'fields are')} not saved. What you have typed stays in this tab for a day: open this page again to continue.`
        : 'What you have changed on this page is not saved. It is lost when you leave.'}
    </ConfirmDialog>
  );
}
