import type { UseFormReturn } from 'react-hook-form';
import { hasRight, MEMBER_ROLES, rolesWith } from '#contract/companies/rights.ts';
import { mayGive } from '#contract/companies/rules.ts';
import type { Member } from '#contract/companies/schema.ts';
import { ROLES } from '../../../members/roles.ts';
import { Button } from '../../../ui/button.tsx';
import { Options, SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type ApprovalValues, type RulesValues, toApprovers } from './rules-values.ts';
import { t, WHEN } from './words.ts';

const mayApprove = ({ roles }: Member) => hasRight(roles, 'purchase.approve');

interface Props {
  n: number;
  form: UseFormReturn<RulesValues>;
  values: ApprovalValues;
  members: Member[];
  /** Without it the rule is only read. */
  onRemove: (() => void) | undefined;
}

/** When an order needs an approval, of whom, and of how many. */
export function ApprovalRow({ n, form, values, members, onRemove }: Props) {
  const { register, formState } = form;
  const { when, by } = values;
  const approvers = toApprovers(values);
  const able = members.filter((member) => mayGive(approvers, member)).length;
  const roles = MEMBER_ROLES.filter(
    (role) => rolesWith('purchase.approve').includes(role) || by === `role:${role}`,
  );
  const people = members.filter((member) => mayApprove(member) || by === `user:${member.userId}`);
  const isUnknown = by.startsWith('user:') && !people.some(({ userId }) => by === `user:${userId}`);
  return (
    <fieldset className="grid min-w-0 items-start gap-3 border-base-300 border-t pt-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,2fr)_minmax(0,4fr)_minmax(0,2fr)_auto]">
      <legend className="sr-only">{t('approval.nth', { n: n + 1 })}</legend>
      <SelectField label={t('approval.when')} {...register(`approvals.${n}.when`)} options={WHEN} />
      {when === 'above' ? (
        <TextField
          label={t('approval.above')}
          inputMode="decimal"
          error={formState.errors.approvals?.[n]?.above?.message}
          {...register(`approvals.${n}.above`)}
        />
      ) : (
        <span className="max-xl:hidden" />
      )}
      <SelectField
        label={t('approval.by')}
        note={able < approvers.count ? t('approval.few', { members: able }) : undefined}
        {...register(`approvals.${n}.by`)}
      >
        <optgroup label={t('approval.roles')}>
          <Options of={roles.map((role) => [`role:${role}`, ROLES[role]])} />
        </optgroup>
        <optgroup label={t('approval.people')}>
          <Options of={people.map(({ userId, name, email }) => [`user:${userId}`, name || email])} />
          {isUnknown && <option value={by}>{t('approval.left')}</option>}
        </optgroup>
      </SelectField>
      {'role' in approvers.by ? (
        <SelectField
          label={t('approval.count')}
          {...register(`approvals.${n}.count`)}
          options={{ 1: t('approval.one'), 2: t('approval.two') }}
        />
      ) : (
        <span className="max-xl:hidden" />
      )}
      {onRemove && (
        <Button
          small
          className="justify-self-start text-error xl:mt-7"
          aria-label={t('approval.remove', { n: n + 1 })}
          onClick={onRemove}
        >
          {t('remove')}
        </Button>
      )}
    </fieldset>
  );
}
