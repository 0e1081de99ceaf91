import { Outlet } from 'react-router';
import { Toaster } from 'sonner';
import { RequireUser, useRole } from '../../session.tsx';
import { useTheme } from '../../theme.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TOAST_MS } from '../../ui/timing.ts';
import { SideMenu } from './side-menu.tsx';

export default function DashboardPage() {
  return (
    <RequireUser>
      <Dashboard />
    </RequireUser>
  );
}

/** The frame of all pages of the dashboard: the side menu by role, and the page. */
function Dashboard() {
  const theme = useTheme();
  const { data: role, error, refetch } = useRole();

  return (
    <div className="wrap grid grid-rows-[auto_1fr] gap-x-8 gap-y-4 py-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-1 lg:py-8">
      <SideMenu role={role} />
      <div className="min-w-0">
        {role ? (
          <Outlet />
        ) : error ? (
          <LoadProblem error={error} what="your dashboard" retry={refetch} />
        ) : (
          <Spinner label="Loading the dashboard" />
        )}
      </div>
      <Toaster theme={theme} duration={TOAST_MS} position="bottom-right" closeButton />
    </div>
  );
}
