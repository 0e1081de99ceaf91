import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type Invitation, type NewInvitation, NewInvitationSchema } from '#contract/companies/schema.ts';
import { namesOf } from '../../../members/roles.ts';
import { ActionButton, SubmitButton } from '../../../ui/action-button.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';
import { invitationsTo } from './queries.ts';
import { RoleBoxes } from './role-boxes.tsx';
import { STATES, t } from './words.ts';

/** Who is invited to a company, and the form that invites. */
export function Invitations({ companyId }: { companyId: string }) {
  const invitations = useQuery(invitationsTo(companyId));
  const columns: ListColumn<Invitation>[] = [
    {
      heading: t('invitation.email'),
      cellClass: 'lead',
      cell: ({ email }) => <span className="wrap-anywhere font-medium">{email}</span>,
    },
    { heading: t('roles'), cell: ({ roles }) => namesOf(roles) },
    // An address of who has accepted it needs the width on a phone.
    {
      heading: t('invitation.state'),
      cellClass: 'col-span-2',
      cell: (invitation) => <State invitation={invitation} />,
    },
    {
      heading: t('action'),
      className: 'action',
      cell: (invitation) =>
        invitation.state === 'open' && <Withdraw companyId={companyId} invitation={invitation} />,
    },
  ];
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-3 text-lg">
        {t('invitations')}
      </h2>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Loaded query={invitations} what={t('what.invitations')} shape="list">
          {(all) =>
            all.length === 0 ? (
              <p className="sheet p-6 text-muted">{t('invitation.none')}</p>
            ) : (
              <EntryTable columns={columns} entries={all} className="figure-cards" />
            )
          }
        </Loaded>
        <Invite companyId={companyId} />
      </div>
    </section>
  );
}

function State({ invitation: { state, expiresAt, acceptedBy } }: { invitation: Invitation }) {
  return (
    <>
      <span className={`badge badge-sm ${state === 'open' ? 'badge-success' : ''}`}>{STATES[state]}</span>
      <span className="block text-muted text-xs empty:hidden md:whitespace-nowrap">
        {state === 'open' && t('invitation.expires', { day: formatDate(expiresAt) })}
        {acceptedBy && t('accepted', { who: acceptedBy })}
      </span>
    </>
  );
}

function Withdraw({ companyId: id, invitation }: { companyId: string; invitation: Invitation }) {
  const { _id: invitationId, email } = invitation;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callAsUser('withdrawInvitation', { params: { id, invitationId } }),
    onSuccess: () => toast.success(t('invitation.withdrawn')),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['companies', 'invitations', id] }),
  });
  return (
    <ActionButton
      small
      busy={isPending}
      aria-label={t('invitation.withdrawOf', { email })}
      onClick={() => mutate()}
    >
      {t('invitation.withdraw')}
    </ActionButton>
  );
}

function Invite({ companyId: id }: { companyId: string }) {
  const client = useQueryClient();
  const form = useForm<NewInvitation>({
    resolver: resolverOf(NewInvitationSchema),
    defaultValues: { email: '', roles: ['buyer'] },
  });
  const { reset } = form;
  const { isSubmitting, submitCount } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['email', 'roles'], async (body, idempotencyKey) => {
    await callAsUser('invite', { params: { id }, body }, { idempotencyKey });
    toast.success(t('invitation.sent', { email: body.email }));
    reset();
    await client.invalidateQueries({ queryKey: ['companies', 'invitations', id] });
  });
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="sheet grid gap-4 p-5"
      aria-label={t('invite')}
    >
      <TextField
        label={t('invitation.email')}
        hint={t('invitation.again')}
        type="email"
        {...field('email')}
      />
      <RoleBoxes {...field('roles')} />
      <FormProblem problem={refusal} attempt={submitCount} />
      <SubmitButton className="justify-self-start" busy={isSubmitting}>
        {t('invite')}
      </SubmitButton>
    </form>
  );
}
