import { useEffect, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { forget } from '../account.ts';
import { ApiProblem } from '../api.ts';
import { loginPath } from '../return-path.ts';

/**
 * Puts a refused submission's messages at the form's fields. Answers what is left to say below the form, or undefined
 * when every message found its field.
 */
export function placeErrors<Values extends FieldValues>(
  error: unknown,
  fields: FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): string | undefined {
  if (!(error instanceof ApiProblem)) return 'Something went wrong. Try again.';
  const left = error.errors.filter(({ field, message }) => {
    const known = fields.find((name) => name === field);
    if (known) setError(known, { type: 'server', message }, { shouldFocus: true });
    return !known;
  });
  if (error.errors.length === 0) return error.message;
  return left.length > 0 ? left.map(({ message }) => message).join(' ') : undefined;
}

interface Props {
  message: string | undefined;
  /** The session has ended: offer to log in and come back. */
  signedOut?: boolean;
  /** Changes with each submission: the same message is brought into view each time. */
  attempt?: number;
  /** Also moves the focus to the message: for a form that is higher than the window. */
  focused?: boolean;
}

/** What the server said, in red below the form. It comes into view by itself. */
export function FormProblem({ message, signedOut = false, attempt, focused = false }: Props) {
  const { pathname, search } = useLocation();
  const paragraph = useRef<HTMLParagraphElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt with the same end counts
  useEffect(() => {
    if (!message) return;
    // In the middle: what stands above may still grow by a line.
    paragraph.current?.scrollIntoView({ block: focused ? 'center' : 'nearest' });
    if (focused) paragraph.current?.focus({ preventScroll: true });
  }, [message, attempt, focused]);

  return (
    <p ref={paragraph} role="alert" tabIndex={-1} className="text-error text-sm empty:hidden">
      {message}
      {message && signedOut && (
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
