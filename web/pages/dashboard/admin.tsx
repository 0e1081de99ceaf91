import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSignOut } from '../../session.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import { useRole } from './role.ts';

/** The layout of all pages for admins. */
export default function AdminPages() {
  const { pathname } = useLocation();
  // A new page asks for the role again: it may have changed meanwhile.
  return <RequireAdmin key={pathname} />;
}

/** Shows the page to admins. Signs everybody else out and sends them to /login. */
function RequireAdmin() {
  const query = useRole();
  const leave = useSignOut();
  const refused = query.data !== undefined && query.data !== 'admin';

  useEffect(() => {
    if (refused) leave('/login');
  }, [refused, leave]);

  const waiting = <LoadingPage title="Dashboard" />;
  if (refused) return waiting;
  return (
    <Loaded query={query} what="your role" loading={waiting}>
      {() => <Outlet />}
    </Loaded>
  );
}
