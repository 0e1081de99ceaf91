import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import type { Member, Rules } from '#contract/companies/schema.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { membersOf } from '../../../companies.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { ApprovalRow } from './approval-row.tsx';
import { rulesOf } from './queries.ts';
import { NEW_APPROVAL, type RulesValues, resolver, toRules, toValues } from './rules-values.ts';
import { PO_RULES, t } from './words.ts';

interface Props {
  companyId: string;
  mayManage: boolean;
}

/** The rules of a company for its orders. Members without the right read them. */
export function CompanyRules({ companyId, mayManage }: Props) {
  const rules = useQuery(rulesOf(companyId));
  const members = useQuery(membersOf(companyId));
  return (
    <section aria-labelledby="rules">
      <h2 id="rules" className="text-lg">
        {t('rules')}
      </h2>
      <p className="mt-1 mb-3 max-w-2xl text-muted text-sm">
        {mayManage ? t('rules.about') : t('rules.about.read')}
      </p>
      <Loaded query={members} what={t('what.members')} shape="section">
        {(colleagues) => (
          <Loaded query={rules} what={t('what.rules')} shape="section">
            {(saved) => (
              <RulesForm companyId={companyId} mayManage={mayManage} rules={saved} members={colleagues} />
            )}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

function RulesForm({
  companyId: id,
  mayManage,
  rules,
  members,
}: Props & { rules: Rules; members: Member[] }) {
  const client = useQueryClient();
  /** The rules that the next save is based on. */
  const [base, setBase] = useState(rules);
  /** What was typed, and the other rules that somebody has saved meanwhile; which of them the form shows. */
  const [conflict, setConflict] = useState<{ mine: RulesValues; theirs: Rules; isMine: boolean }>();
  const form = useForm<RulesValues>({ defaultValues: toValues(rules), resolver });
  const { register, control, reset, getValues, setValue } = form;
  const { isSubmitting, submitCount, isDirty } = form.formState;
  const approvals = useFieldArray({ name: 'approvals', control });
  const typed = useWatch({ control }) as RulesValues;
  const addButton = useRef<HTMLButtonElement>(null);

  // Somebody else has saved, and nothing is typed here that it would replace.
  useEffect(() => {
    if (isDirty || (rules.revision ?? 0) <= (base.revision ?? 0)) return;
    setBase(rules);
    reset(toValues(rules));
  }, [rules, base, isDirty, reset]);

  const amounts = typed.approvals.map((_, n) => `approvals.${n}.above` as const);
  const names = ['poNumber', 'costCentres', ...amounts] as const;
  const { submit, field, refusal } = useSubmit(form, [...names], async (values) => {
    const body = { ...toRules(values), revision: base.revision };
    try {
      await callAsUser('setRules', { params: { id }, body });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'changed_meanwhile') throw error;
      const theirs = await client.fetchQuery(rulesOf(id));
      setBase(theirs);
      setConflict({ mine: values, theirs, isMine: true });
      return;
    }
    setConflict(undefined);
    // The rows of approvals stay, and with them the focus.
    reset(values, { keepValues: true });
    setBase({ ...body, revision: (base.revision ?? 0) + 1 });
    await client.invalidateQueries(rulesOf(id));
    toast.success(t('changed'));
  });

  /** Shows what the other has saved, or what was typed here: the one that is left is kept. */
  function swap(of: NonNullable<typeof conflict>) {
    if (of.isMine) {
      setConflict({ ...of, mine: getValues(), isMine: false });
      reset(toValues(of.theirs));
    } else {
      setConflict({ ...of, isMine: true });
      for (const [name, value] of Object.entries(of.mine))
        setValue(name as keyof RulesValues, value, { shouldDirty: true });
    }
  }

  return (
    <form method="post" noValidate onSubmit={submit} aria-label={t('rules')}>
      <fieldset disabled={!mayManage} className="grid min-w-0 gap-4">
        <div className="sheet form-section md:grid-cols-2">
          <SelectField label={t('rules.po')} {...field('poNumber')} options={PO_RULES} />
          <TextArea
            label={t('rules.centres')}
            hint={t('rules.centres.hint')}
            rows={4}
            dir="auto"
            spellCheck={false}
            {...field('costCentres')}
          />
          <div>
            <label className="flex items-center gap-2 text-sm">
              <input type="checkbox" {...register('addressesFromBook')} />
              {t('rules.addresses')}
            </label>
            <p className="mt-1 text-muted text-xs">{t('rules.addresses.hint')}</p>
          </div>
        </div>
        <div className="sheet form-section">
          <h3 className="font-semibold">{t('approvals')}</h3>
          <p className="-mt-2 max-w-2xl text-muted text-sm">{t('approvals.about')}</p>
          {approvals.fields.length === 0 && <p className="text-sm">{t('approvals.none')}</p>}
          {approvals.fields.map((field, n) => (
            <ApprovalRow
              key={field.id}
              n={n}
              form={form}
              values={typed.approvals[n] ?? field}
              members={members}
              onRemove={
                mayManage
                  ? () => {
                      approvals.remove(n);
                      addButton.current?.focus();
                    }
                  : undefined
              }
            />
          ))}
          {mayManage && (
            <div>
              <button
                ref={addButton}
                type="button"
                className="btn btn-quiet btn-sm"
                onClick={() => approvals.append(NEW_APPROVAL)}
              >
                {t('approval.add')}
              </button>
            </div>
          )}
        </div>
      </fieldset>
      {mayManage && (
        <div className="save-bar mt-4">
          <SubmitButton busy={isSubmitting}>{t('rules.save')}</SubmitButton>
          <p className="text-muted text-sm">{isDirty ? t('rules.unsaved') : t('rules.noChanges')}</p>
          <FormProblem problem={refusal} attempt={submitCount} />
          {conflict && (
            <div role="alert" className="flex w-full flex-wrap items-center gap-3 text-sm">
              <p className="text-error">
                {conflict.isMine ? t('rules.conflict') : t('rules.conflict.theirs')}
              </p>
              <Button small onClick={() => swap(conflict)}>
                {conflict.isMine ? t('rules.showTheirs') : t('rules.showMine')}
              </Button>
            </div>
          )}
        </div>
      )}
      <LeaveGuard unsaved={isDirty ? 1 : 0} />
    </form>
  );
}
