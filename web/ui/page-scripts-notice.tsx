import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { type DataRouteObject, type Location, useLocation, useNavigate, useNavigation } from 'react-router';
import type { ApiProblem } from '../api.ts';
import { getMissing, lookAgain, openInFull, subscribeToMissing, waitForScripts } from '../page-scripts.ts';

/** Keeps the page that is open while the scripts of the next one cannot be had, and says so. */
export function PageScriptsNotice({ routes }: { routes: DataRouteObject[] | undefined }) {
  const missing = useSyncExternalStore(subscribeToMissing, getMissing, () => undefined);
  useEffect(() => {
    if (routes) waitForScripts(routes);
  }, [routes]);

  if (!missing) return null;
  return missing === 'replaced' ? <OpenInFull /> : <Away problem={missing} />;
}

/** The shop has a new version: whatever is opened next is loaded anew. */
function OpenInFull() {
  const next = useNavigation().location;
  useEffect(() => {
    if (next) openInFull(next);
  }, [next]);
  return null;
}

function Away({ problem }: { problem: ApiProblem }) {
  const next = useNavigation().location;
  return next ? <Waiting next={next} problem={problem} /> : null;
}

function Waiting({ next, problem }: { next: Location; problem: ApiProblem }) {
  const here = useLocation();
  const navigate = useNavigate();
  const stay = useCallback(
    () => navigate(here, { replace: true, preventScrollReset: true }),
    [navigate, here],
  );

  // A link pressed once more is an impatient "Try again".
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press has a key of its own
  useEffect(lookAgain, [next.key]);

  useEffect(() => {
    // Who goes on filling in a form is not taken away from it when the shop is back.
    document.addEventListener('input', stay);
    return () => document.removeEventListener('input', stay);
  }, [stay]);

  return (
    <div role="alert" className="away-notice">
      <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-2 py-2.5">
        <p className="min-w-0 flex-[1_1_18rem] text-sm">
          <span className="font-semibold">Could not open the page.</span>{' '}
          <span className="text-muted">{problem.message} This page keeps trying by itself.</span>
        </p>
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-quiet btn-sm" onClick={stay}>
            Stay here
          </button>
          <button type="button" className="btn btn-primary btn-sm" onClick={lookAgain}>
            Try again
          </button>
        </div>
      </div>
    </div>
  );
}
