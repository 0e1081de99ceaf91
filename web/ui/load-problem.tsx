import { Link, useLocation } from 'react-router';
import { isOutage, statusOf } from '../api-problem.ts';
import { forget } from '../identity.ts';
import { loginPath } from '../return-path.ts';
import { Button } from './button.tsx';

interface Props {
  error: unknown;
  /** What could not be loaded, as in 'the products'. */
  what: string;
  retry: () => void;
  /** What the page shows instead. */
  kept?: string;
}

/** Says why something could not be loaded, and what to do. During an outage the page retries. */
export function LoadProblem({ error, what, retry, kept }: Props) {
  const { pathname, search } = useLocation();
  const signedOut = statusOf(error) === 401;
  return (
    <div role="alert" className="sheet grid justify-items-start gap-2 p-6">
      <p className="font-semibold">Could not load {what}</p>
      <p className="text-muted">
        {error instanceof Error ? error.message : 'Something went wrong.'}
        {isOutage(error) && ' This page keeps trying automatically.'} {kept}
      </p>
      {signedOut ? (
        <Link to={loginPath(pathname + search)} onClick={forget} className="btn btn-quiet mt-2">
          Login
        </Link>
      ) : (
        <Button className="mt-2" onClick={() => retry()}>
          Try again
        </Button>
      )}
    </div>
  );
}
