import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { forget } from '../identity.ts';
import { loginPath } from '../return-path.ts';

interface Props {
  /** What went wrong. With `signedOut` it offers to log in and come back. */
  problem: { message?: string | undefined; signedOut?: boolean | undefined } | null | undefined;
  /** Changes with each submission: the same message scrolls into view each time. */
  attempt?: number;
  /** Also moves the focus to the message: for a form that is higher than the window. */
  focused?: boolean;
}

/** Why a submission failed, in red below the form. It scrolls into view. */
export function FormProblem({ problem, attempt, focused = false }: Props) {
  const message = problem?.message;
  const { pathname, search } = useLocation();
  const paragraph = useRef<HTMLParagraphElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt may fail with the same message
  useEffect(() => {
    if (!message) return;
    // In the middle, because content above may still grow by a line.
    paragraph.current?.scrollIntoView({ block: focused ? 'center' : 'nearest' });
    if (focused) paragraph.current?.focus({ preventScroll: true });
  }, [message, attempt, focused]);

  return (
    <p ref={paragraph} role="alert" tabIndex={-1} className="text-error text-sm empty:hidden">
      {message}
      {message && problem?.signedOut && (
        <>
          {' '}
          <Link to={loginPath(pathname + search)} onClick={forget} className="underline">
            Login
          </Link>
        </>
      )}
    </p>
  );
}
