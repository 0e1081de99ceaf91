import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { createPath, type Location, useLocation, useNavigate, useNavigation } from 'react-router';
import { callApi } from '../api.ts';
import { refuseReloads } from '../page-scripts.ts';
import { RECOVERY_MS } from '../query-client.ts';
import { Button } from './button.tsx';

/** Keeps the open page while the scripts of the next page cannot be loaded, and says so. */
export function PageScriptsNotice() {
  const next = useNavigation().location;
  // React Router never requests a failed script again.
  const [isStuck, setStuck] = useState(false);
  useEffect(() => refuseReloads(() => setStuck(true)), []);
  return isStuck && next ? <Waiting next={next} /> : null;
}

/** Opens the next page from the server as soon as the shop can be reached: it may have another version by then. */
function Waiting({ next }: { next: Location }) {
  const here = useLocation();
  const navigate = useNavigate();
  const stay = useCallback(
    () => navigate(here, { replace: true, preventScrollReset: true }),
    [navigate, here],
  );
  const { error, isSuccess, refetch } = useQuery({
    // Each click has its own key, so that clicking again retries.
    queryKey: ['reachable', next.key],
    queryFn: ({ signal }) => callApi('getReadiness', {}, { signal }),
    retry: false,
    gcTime: 0,
    refetchInterval: RECOVERY_MS,
    refetchOnReconnect: true,
  });

  useEffect(() => {
    if (isSuccess) window.location.assign(createPath(next));
  }, [isSuccess, next]);

  useEffect(() => {
    // A person who continues with a form wants to stay.
    document.addEventListener('input', stay);
    return () => document.removeEventListener('input', stay);
  }, [stay]);

  if (!error) return null;
  return (
    <div role="alert" className="away-notice">
      <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-2 py-2.5">
        <p className="min-w-0 flex-[1_1_18rem] text-sm">
          <span className="font-semibold">Could not open the page.</span>{' '}
          <span className="text-muted">{error.message} This page keeps trying automatically.</span>
        </p>
        <div className="flex flex-wrap gap-3">
          <Button small onClick={stay}>
            Stay here
          </Button>
          <Button kind="primary" small onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      </div>
    </div>
  );
}
