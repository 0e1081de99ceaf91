import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Company, Member } from '#contract/companies/schema.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import { membersOf } from '../../../companies.ts';
import { namesOf } from '../../../members/roles.ts';
import { useUser } from '../../../session.tsx';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { toast } from '../../../ui/toast.ts';
import { actFor, callAsUser } from '../../../user-calls.ts';
import { Lead } from '../kit/lead.tsx';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { COMPANIES } from './queries.ts';
import { t } from './words.ts';

type Row = Member & { _id: string };

interface Props {
  company: Company;
  mayManage: boolean;
}

/** The members of a company, with their roles and limits. */
export function Members({ company, mayManage }: Props) {
  const { email } = useUser();
  const members = useQuery(membersOf(company._id));
  const [editing, setEditing] = useState<Member>();
  const [removing, setRemoving] = useState<Member>();

  const columns: ListColumn<Row>[] = [
    {
      heading: t('member'),
      cellClass: 'lead',
      cell: (member) => (
        <Lead
          title={
            <>
              <bdi>{member.name || member.email}</bdi> {member.email === email && t('member.you')}
            </>
          }
        >
          <p className="wrap-anywhere text-muted text-xs">{member.email}</p>
        </Lead>
      ),
    },
    {
      heading: t('roles'),
      cell: ({ roles, skipsRules }) => (
        <>
          {namesOf(roles)}
          {skipsRules && <span className="block text-warning text-xs">{t('skip')}</span>}
        </>
      ),
    },
    { heading: t('limit.purchase'), className: 'number', cell: ({ perPurchase }) => limitText(perPurchase) },
    {
      heading: t('limit.month'),
      className: 'number',
      cell: ({ perMonth, usedOfMonth }) =>
        perMonth === null || usedOfMonth === undefined
          ? limitText(perMonth)
          : t('limit.usedOf', { used: formatMoney(usedOfMonth), limit: formatMoney(perMonth) }),
    },
  ];
  if (mayManage || company.roles)
    columns.push({
      heading: t('action'),
      className: 'action',
      cell: (member) => {
        const isMe = member.email === email;
        const person = member.name || member.email;
        return (
          <div className="flex justify-end gap-2 max-md:justify-start">
            {mayManage && (
              <Button small aria-label={t('change.of', { name: person })} onClick={() => setEditing(member)}>
                {t('change')}
              </Button>
            )}
            {isMe && (
              <Button small aria-label={t('leave')} onClick={() => setRemoving(member)}>
                {t('leave.action')}
              </Button>
            )}
            {mayManage && !isMe && (
              <Button
                small
                className="text-error"
                aria-label={t('remove.of', { person })}
                onClick={() => setRemoving(member)}
              >
                {t('remove')}
              </Button>
            )}
          </div>
        );
      },
    });

  return (
    <section aria-labelledby="members">
      <h2 id="members" className="mb-3 text-lg">
        {t('members')}
      </h2>
      <Loaded query={members} what={t('what.members')} shape="list">
        {(all) => (
          <EntryTable
            columns={columns}
            entries={all.map((member) => ({ ...member, _id: member.userId }))}
            className="figure-cards"
          />
        )}
      </Loaded>
      {editing && (
        <MemberDialog companyId={company._id} member={editing} onClose={() => setEditing(undefined)} />
      )}
      {removing && <Remove company={company} member={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  );
}

const limitText = (dollars: number | null) => (dollars === null ? t('limit.none') : formatMoney(dollars));

interface RemoveProps {
  company: Company;
  member: Member;
  onClose: () => void;
}

/** Asks before a member is removed, or leaves: who leaves acts for themselves from then on. */
function Remove({ company: { _id: id, name }, member, onClose }: RemoveProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { email, buyerId } = useUser();
  const isMe = member.email === email;
  const person = member.name || member.email;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await callAsUser('removeMember', { params: { id, userId: member.userId } });
      if (!isMe) return;
      await navigate(COMPANIES);
      await actFor(buyerId === id ? undefined : buyerId);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['companies'] });
      if (!isMe) toast.success(t('removed', { person }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={isMe ? t('leave.title', { name }) : t('remove.title', { person })}
      action={isMe ? t('leave.action') : t('remove')}
      busy={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {isMe ? t('leave.about', { name }) : t('remove.about', { person, name })}
    </ConfirmDialog>
  );
}
