import { useQueryClient } from '@tanstack/react-query';
import { type Resolver, useForm } from 'react-hook-form';
import type { MemberRole } from '#contract/companies/rights.ts';
import { type Member, type MemberChange, MemberChangeSchema } from '#contract/companies/schema.ts';
import { readMessage } from '#contract/kernel/field-message.ts';
import { parseDollars } from '#contract/kernel/money.ts';
import { AskDialog } from '../../../ui/ask-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { amountProblem } from './amount.ts';
import { RoleBoxes } from './role-boxes.tsx';
import { t } from './words.ts';

interface Values {
  roles: MemberRole[];
  perPurchase: string;
  perMonth: string;
  skipsRules: boolean;
}

interface Props {
  companyId: string;
  member: Member;
  onClose: () => void;
}

/** Changes the roles and limits of a member, and whether these stop them. Render it only while it is open. */
export function MemberDialog({ companyId, member, onClose }: Props) {
  const { userId, roles, perPurchase, perMonth, skipsRules } = member;
  const client = useQueryClient();
  const dialog = useModal();
  const form = useForm<Values>({
    defaultValues: {
      roles,
      perPurchase: String(perPurchase ?? ''),
      perMonth: String(perMonth ?? ''),
      skipsRules,
    },
    resolver,
  });
  const { register } = form;
  const { isSubmitting, submitCount } = form.formState;
  const { submit, field, refusal } = useSubmit(form, ['roles', 'perPurchase', 'perMonth'], async (values) => {
    await callAsUser('changeMember', { params: { id: companyId, userId }, body: toChange(values) });
    await client.invalidateQueries({ queryKey: ['companies'] });
    toast.success(t('changed'));
    dialog.current?.close();
  });
  const amount = { inputMode: 'decimal', hint: t('limit.hint') } as const;
  return (
    <AskDialog
      dialog={dialog}
      title={t('change.of', { name: member.name || member.email })}
      action={t('save')}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      fields={
        <>
          <RoleBoxes {...field('roles')} />
          <TextField label={t('limit.purchase')} {...amount} {...field('perPurchase')} />
          <TextField label={t('limit.month')} {...amount} {...field('perMonth')} />
          <label className="flex items-baseline gap-2 text-sm">
            <input type="checkbox" className="checkbox translate-y-1" {...register('skipsRules')} />
            <span>
              <span className="font-medium">{t('skip')}</span>{' '}
              <span className="text-muted">{t('skip.about')}</span>
            </span>
          </label>
          <FormProblem problem={refusal} attempt={submitCount} />
        </>
      }
    >
      {member.email}
    </AskDialog>
  );
}

/** What was typed; an amount that is none stays one, so that the schema refuses it. */
function toChange({ roles, perPurchase, perMonth, skipsRules }: Values): MemberChange {
  const toLimit = (text: string) => (text.trim() === '' ? null : parseDollars(text));
  return { roles, perPurchase: toLimit(perPurchase), perMonth: toLimit(perMonth), skipsRules };
}

const resolver: Resolver<Values> = (values) => {
  const { error } = MemberChangeSchema.safeParse(toChange(values));
  if (!error) return { values, errors: {} };
  const errors = error.issues.map(({ path: [field], message }) => [
    field,
    {
      type: 'invalid',
      message:
        field === 'perPurchase' || field === 'perMonth'
          ? amountProblem(values[field])
          : readMessage(message).message,
    },
  ]);
  return { values: {}, errors: Object.fromEntries(errors) };
};
