import { Outlet } from 'react-router';
import { Toaster } from 'sonner';
import { RequireUser } from '../../session.tsx';
import { useTheme } from '../../theme.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import { TOAST_MS } from '../../ui/timing.ts';
import { useRole } from './role.ts';
import { SideMenu } from './side-menu.tsx';

export default function DashboardPage() {
  return (
    <RequireUser title="Dashboard">
      <Dashboard />
    </RequireUser>
  );
}

/** The layout of the dashboard: the side menu by role, and the page. */
function Dashboard() {
  const theme = useTheme();
  const role = useRole();

  return (
    <div className="wrap grid grid-rows-[auto_1fr] gap-x-8 gap-y-4 py-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-1 lg:py-8">
      <SideMenu />
      <div className="min-w-0">
        {role.isLoadingError && <h1 className="mb-5">Dashboard</h1>}
        <Loaded query={role} what="your dashboard" loading={<LoadingPage title="Dashboard" />}>
          {() => <Outlet />}
        </Loaded>
      </div>
      <Toaster theme={theme} duration={TOAST_MS} position="bottom-right" className="toasts" closeButton />
    </div>
  );
}
