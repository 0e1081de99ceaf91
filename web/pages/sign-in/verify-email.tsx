import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiProblem } from '../../api-problem.ts';
import { confirmAddress } from '../../passwords.ts';
import { RequireUser, useUser } from '../../session.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import { FormPage } from './form-page.tsx';
import { useLinkToken } from './link-token.ts';

/** Confirms the address by the token of a link. Repeating it has the same result. */
const confirmation = (email: string, token: string) =>
  queryOptions({
    queryKey: ['confirmation', email, token],
    queryFn: async () => {
      await confirmAddress(token);
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

const TITLE = 'Confirm your email address';

/** The page of the link in the mail: confirms the address of the signed-in person. */
export default function VerifyEmailPage() {
  return (
    <RequireUser loading={<LoadingPage title={TITLE} shape="section" className="wrap py-12" />}>
      <VerifyEmail />
    </RequireUser>
  );
}

function VerifyEmail() {
  const { email } = useUser();
  const token = useLinkToken() ?? '';
  const { isPending, error } = useQuery(confirmation(email, token));
  return (
    <FormPage title={TITLE}>
      {error ? (
        <FormProblem problem={{ message: explain(error), signedOut: isSignedOut(error) }} />
      ) : (
        <p role="status">{isPending ? 'One moment …' : `${email} is confirmed.`}</p>
      )}
      <Link to="/dashboard/myProfile" className="btn btn-primary mt-6 w-full">
        My Profile
      </Link>
    </FormPage>
  );
}

const STALE = ['TOKEN_EXPIRED', 'INVALID_TOKEN', 'USER_NOT_FOUND'];

function explain(error: Error): string {
  return error instanceof ApiProblem && STALE.includes(error.code)
    ? 'This link has expired, or is incomplete. Ask for a new one on your profile.'
    : error.message;
}

/** Whether the session has ended although this browser still stores who was signed in. */
function isSignedOut(error: Error): boolean {
  return error instanceof ApiProblem && error.code === 'UNAUTHORIZED';
}
