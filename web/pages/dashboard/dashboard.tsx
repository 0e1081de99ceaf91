import { lazy, type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router';
import { addCalls } from '../../api.ts';
import { dashboardCalls } from '../../dashboard-calls.ts';
import { ProofQuestion } from '../../second-factor/proof-question.tsx';
import { RequireUser, useUser } from '../../session.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingSubpage } from './loading-subpage.tsx';
import { useRole } from './role.ts';
import { LoadingMenu, SideMenu } from './side-menu.tsx';

addCalls(dashboardCalls);

/** For members of companies alone. What cannot be loaded is not shown. */
const ClosedNotice = lazy(() =>
  import('./companies/closed-notice.tsx').then(
    (loaded) => ({ default: loaded.ClosedNotice }),
    () => ({ default: () => null }),
  ),
);

export default function DashboardPage() {
  const loading = (
    <Frame menu={<LoadingMenu />}>
      <LoadingSubpage />
    </Frame>
  );
  return (
    <RequireUser loading={loading}>
      <Dashboard />
    </RequireUser>
  );
}

/** The layout of the dashboard: the side menu by role, and the page. */
function Dashboard() {
  const role = useRole();
  const { buyerId } = useUser();
  return (
    <Frame menu={<SideMenu />}>
      {buyerId !== undefined && (
        <Suspense>
          <ClosedNotice />
        </Suspense>
      )}
      {role.isLoadingError && <h1 className="mb-5">Dashboard</h1>}
      <Loaded query={role} what="your dashboard" loading={<LoadingSubpage />}>
        {() => <Outlet />}
      </Loaded>
      <ProofQuestion />
    </Frame>
  );
}

/** The columns are the same for everyone, and do not move when the role is known. */
function Frame({ menu, children }: { menu: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid grid-rows-[auto_1fr] gap-x-6 gap-y-4 py-6 lg:grid-cols-[auto_minmax(0,1fr)] lg:grid-rows-1 lg:py-8">
      {menu}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
