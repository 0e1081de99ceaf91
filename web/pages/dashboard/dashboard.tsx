import { Outlet } from 'react-router';
import { addDashboardCalls } from '../../api.ts';
import { dashboardCalls } from '../../dashboard-calls.ts';
import { ProofQuestion } from '../../second-factor/proof-question.tsx';
import { RequireUser } from '../../session.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import { isStaff } from './menu-entries.ts';
import { useCan, useRole } from './role.ts';
import { SideMenu } from './side-menu.tsx';

addDashboardCalls(dashboardCalls);

export default function DashboardPage() {
  return (
    <RequireUser title="Dashboard">
      <Dashboard />
    </RequireUser>
  );
}

/** The layout of the dashboard: the side menu by role, and the page. */
function Dashboard() {
  const role = useRole();
  const staff = isStaff(useCan());

  return (
    <div
      className={`wrap grid grid-rows-[auto_1fr] gap-y-4 py-6 lg:grid-rows-1 lg:py-8 ${staff ? 'gap-x-6 lg:grid-cols-[auto_minmax(0,1fr)]' : 'gap-x-8 lg:grid-cols-[13rem_minmax(0,1fr)]'}`}
    >
      <SideMenu />
      <div className="min-w-0">
        {role.isLoadingError && <h1 className="mb-5">Dashboard</h1>}
        <Loaded query={role} what="your dashboard" loading={<LoadingPage title="Dashboard" />}>
          {() => <Outlet />}
        </Loaded>
      </div>
      <ProofQuestion />
    </div>
  );
}
