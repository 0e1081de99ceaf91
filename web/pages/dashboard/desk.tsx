import { useEffect } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import { useSignOut } from '../../session.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingSubpage } from './loading-subpage.tsx';
import { useCan, useRole } from './role.ts';

/** The layout of the pages of the desk, for staff and admins. Each names its action in its `handle`. */
export default function DeskPages() {
  const { pathname } = useLocation();
  // A new page fetches the role again, which may have changed.
  return <RequireAction key={pathname} />;
}

/** Shows the page to people who may do its action. Signs all others out and sends them to /login. */
function RequireAction() {
  const query = useRole();
  const can = useCan();
  const { may } = (useMatches().at(-1)?.handle ?? {}) as PageHandle;
  const leave = useSignOut();
  const refused = query.data !== undefined && !(may && can(may));

  useEffect(() => {
    if (refused) leave('/login');
  }, [refused, leave]);

  const waiting = <LoadingSubpage />;
  if (refused) return waiting;
  return (
    <Loaded query={query} what="your role" loading={waiting}>
      {() => <Outlet />}
    </Loaded>
  );
}
