import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Output } from '#contract/api.ts';
import type { PageHandle } from '#contract/pages.ts';
import { statusOf } from '../../api-problem.ts';
import '../../companies.ts';
import { namesOf } from '../../members/roles.ts';
import { loginPath } from '../../return-path.ts';
import { useIdentity } from '../../session.tsx';
import { translator } from '../../translate.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { toast } from '../../ui/toast.ts';
import { actFor, callAsUser } from '../../user-calls.ts';
import { userQuery } from '../../user-query.ts';
import { FormPage } from '../sign-in/form-page.tsx';
import messages from './en.json' with { type: 'json' };

const t = translator(messages);

const PATH = '/invitations';

export const handle: PageHandle = {};

/** The page of the link in an invitation's mail: who is signed in accepts it here, others sign in first. */
export default function InvitationPage() {
  const identity = useIdentity();
  return (
    <FormPage title={t('title')}>
      <p className="mb-6">{t('about')}</p>
      {identity === null && <Visitor />}
      {identity && <Accept email={identity.email} />}
    </FormPage>
  );
}

function Visitor() {
  // Kept before the way to /login.
  useState(takeToken);
  return (
    <>
      <p className="mb-4">{t('visitor')}</p>
      <div className="grid gap-3">
        <Link to={loginPath(PATH)} className="btn btn-primary">
          {t('login')}
        </Link>
        <Link to={`/signup?from=${encodeURIComponent(PATH)}`} className="btn btn-quiet">
          {t('signup')}
        </Link>
      </div>
    </>
  );
}

function Accept({ email }: { email: string }) {
  const [token] = useState(takeToken);
  const navigate = useNavigate();
  const { mutate, isIdle, isPending, error } = useMutation({
    mutationFn: async () => {
      const { buyerId } = await callAsUser('acceptInvitation', { body: { token } });
      forgetToken();
      await actFor(buyerId);
      await navigate('/dashboard/company', { replace: true });
      toast.success(t('accepted'));
    },
  });
  const invitation = useQuery({
    ...userQuery(['companies', 'invitation', token], 'readInvitation', { body: { token } }),
    // Once it is accepted, it is read no more.
    enabled: token !== '' && isIdle,
  });
  const isUnknown = token === '' || [statusOf(invitation.error), statusOf(error)].includes(404);
  const problem = error ?? invitation.error;
  return (
    <>
      {invitation.data && <Invitation invitation={invitation.data} />}
      <p className="mb-4">{t('as', { email })}</p>
      <div className="grid gap-3">
        {invitation.data && !isUnknown && (
          <ActionButton kind="primary" busy={isPending} onClick={() => mutate()}>
            {t('accept')}
          </ActionButton>
        )}
        <FormProblem
          problem={isUnknown ? { message: t('incomplete') } : problem && { message: problem.message }}
        />
        {problem && (
          <Link to="/dashboard/companies" className="btn btn-quiet">
            {t('companies')}
          </Link>
        )}
      </div>
    </>
  );
}

/** Who invites to which company, as what, and until when. */
function Invitation({ invitation }: { invitation: Output<'readInvitation'> }) {
  const { company, invitedBy, roles, expiresAt } = invitation;
  return (
    <dl className="detail-list mb-4">
      <dt>{t('company')}</dt>
      <dd className="wrap-anywhere">
        <bdi>{company}</bdi>
      </dd>
      <dt>{t('invitedBy')}</dt>
      <dd className="wrap-anywhere">{invitedBy}</dd>
      <dt>{t('roles')}</dt>
      <dd>{namesOf(roles)}</dd>
      <dt>{t('until')}</dt>
      <dd>{formatMoment(expiresAt)}</dd>
    </dl>
  );
}

/** The token of an invitation's link. It stays in this tab while its reader signs in: the path to /login would tell the server of it. */
const KEY = 'invitation';

/** Returns the token of the address's fragment, or the one that was kept before; '' without one. */
function takeToken(): string {
  const token = window.location.hash.slice(1);
  try {
    if (token) sessionStorage.setItem(KEY, token);
    return token || (sessionStorage.getItem(KEY) ?? '');
  } catch {
    return token;
  }
}

function forgetToken(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden in this browser: nothing was kept.
  }
}
