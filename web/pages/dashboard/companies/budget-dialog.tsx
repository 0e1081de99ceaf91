import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { type Budget, type NewBudget, NewBudgetSchema } from '#contract/companies/schema.ts';
import { readMessage } from '#contract/kernel/field-message.ts';
import { parseDollars } from '#contract/kernel/money.ts';
import { AskDialog } from '../../../ui/ask-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { amountProblem, amountText } from './amount.ts';
import { budgetsOf, rulesOf } from './queries.ts';
import { PERIODS, t } from './words.ts';

interface Values {
  name: string;
  costCentre: string;
  period: NewBudget['period'];
  limit: string;
}

interface Props {
  companyId: string;
  /** The budget to change; without it one is added. */
  budget?: Budget;
  onClose: () => void;
}

/** Adds a budget, or changes the name and limit of one. Render it only while it is open. */
export function BudgetDialog({ companyId: id, budget, onClose }: Props) {
  const client = useQueryClient();
  const dialog = useModal();
  const centres = useQuery({ ...rulesOf(id), enabled: !budget }).data?.costCentres ?? [];
  const centresId = useId();
  const form = useForm<Values>({
    defaultValues: {
      ...{
        name: budget?.name ?? '',
        costCentre: budget?.costCentre ?? '',
        period: budget?.period ?? 'month',
      },
      limit: budget ? amountText(budget.limit) : '',
    },
    resolver,
  });
  const { isSubmitting, submitCount } = form.formState;
  const names = ['name', 'costCentre', 'period', 'limit'] as const;
  const { submit, field, refusal } = useSubmit(form, [...names], async (values, idempotencyKey) => {
    const body = toBudget(values);
    if (!budget) await callAsUser('addBudget', { params: { id }, body }, { idempotencyKey });
    else {
      // Only what was changed: somebody else may change the other meanwhile.
      const { name, limit } = body;
      const change = { ...(name !== budget.name && { name }), ...(limit !== budget.limit && { limit }) };
      if (Object.keys(change).length > 0)
        await callAsUser('changeBudget', { params: { id, budgetId: budget._id }, body: change });
    }
    await client.invalidateQueries(budgetsOf(id));
    toast.success(budget ? t('changed') : t('budget.added', { name: body.name }));
    dialog.current?.close();
  });
  // Registered from top to bottom: the first wrong field gets the focus.
  const fields = {
    name: field('name'),
    costCentre: field('costCentre'),
    period: field('period'),
    limit: field('limit'),
  };
  return (
    <AskDialog
      dialog={dialog}
      title={budget ? t('change.of', { name: budget.name }) : t('budget.add')}
      action={budget ? t('save') : t('budget.add')}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      fields={
        <>
          <TextField label={t('budget.name')} dir="auto" {...fields.name} />
          {!budget && (
            <>
              <TextField
                label={t('budget.costCentre.label')}
                hint={t('budget.costCentre.hint')}
                list={centresId}
                dir="auto"
                {...fields.costCentre}
              />
              <datalist id={centresId}>
                {centres.map((centre) => (
                  <option key={centre} value={centre} />
                ))}
              </datalist>
              <SelectField label={t('budget.period')} {...fields.period} options={PERIODS} />
            </>
          )}
          <TextField
            label={t('budget.limit')}
            hint={budget && t('budget.limit.hint')}
            inputMode="decimal"
            {...fields.limit}
          />
          <FormProblem problem={refusal} attempt={submitCount} />
        </>
      }
    >
      {budget ? `${PERIODS[budget.period]} · ${budget.costCentre ?? t('budget.all')}` : t('budget.add.about')}
    </AskDialog>
  );
}

function toBudget({ name, costCentre, period, limit }: Values): NewBudget {
  return { name: name.trim(), costCentre: costCentre.trim(), period, limit: parseDollars(limit) };
}

const resolver: Resolver<Values> = (values) => {
  const { error } = NewBudgetSchema.safeParse(toBudget(values));
  if (!error) return { values, errors: {} };
  const errors = error.issues.map(({ path: [field], message }) => [
    field,
    {
      type: 'invalid',
      message: field === 'limit' ? amountProblem(values.limit) : readMessage(message).message,
    },
  ]);
  return { values: {}, errors: Object.fromEntries(errors) };
};
