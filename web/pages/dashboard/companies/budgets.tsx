import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isNearlyUsed } from '#contract/companies/limits.ts';
import type { Budget } from '#contract/companies/schema.ts';
import { formatPeriod } from '#contract/kernel/days.ts';
import { formatMoney, toCents } from '#contract/kernel/money.ts';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { Lead } from '../kit/lead.tsx';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { budgetsOf } from './queries.ts';
import { t } from './words.ts';

/** The budgets of a company, with what is used of the current periods. */
export function Budgets({ companyId, mayManage }: { companyId: string; mayManage: boolean }) {
  const budgets = useQuery(budgetsOf(companyId));
  const [editing, setEditing] = useState<Budget | 'new'>();
  const [removing, setRemoving] = useState<Budget>();
  const columns: ListColumn<Budget>[] = [
    {
      heading: t('budget'),
      cellClass: 'lead name-cell',
      cell: ({ name, costCentre }) => (
        <Lead title={<bdi className="wrap-anywhere">{name}</bdi>}>
          <p className="wrap-anywhere text-muted text-xs">
            {costCentre ? t('budget.costCentre', { costCentre }) : t('budget.all')}
          </p>
        </Lead>
      ),
    },
    {
      heading: t('budget.period'),
      cellClass: 'num',
      cell: ({ period, periodStart }) => formatPeriod(period, periodStart),
    },
    {
      heading: t('budget.left'),
      className: 'number',
      cellClass: 'col-span-2',
      cell: ({ limit, used }) => formatMoney(Math.max(0, limit - used)),
    },
    // On a phone on a line of its own: two amounts and a bar.
    { heading: t('budget.used'), cellClass: 'col-span-full', cell: (budget) => <Used budget={budget} /> },
  ];
  if (mayManage)
    columns.push({
      heading: t('action'),
      className: 'action',
      cell: (budget) => (
        <div className="flex justify-end gap-2 max-md:justify-start">
          <Button small aria-label={t('change.of', { name: budget.name })} onClick={() => setEditing(budget)}>
            {t('change')}
          </Button>
          <Button
            small
            className="text-error"
            aria-label={t('remove.of', { person: budget.name })}
            onClick={() => setRemoving(budget)}
          >
            {t('remove')}
          </Button>
        </div>
      ),
    });
  return (
    <section aria-labelledby="budgets">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="budgets" className="text-lg">
            {t('budgets')}
          </h2>
          <p className="mt-1 max-w-2xl text-muted text-sm">{t('budgets.about')}</p>
        </div>
        {mayManage && (
          <Button kind="primary" onClick={() => setEditing('new')}>
            {t('budget.add')}
          </Button>
        )}
      </div>
      <Loaded query={budgets} what={t('what.budgets')} shape="list">
        {(all) =>
          all.length === 0 ? (
            <p className="sheet p-6 text-muted">{mayManage ? t('budgets.none.add') : t('budgets.none')}</p>
          ) : (
            <EntryTable columns={columns} entries={all} className="figure-cards" />
          )
        }
      </Loaded>
      {editing && (
        <BudgetDialog
          companyId={companyId}
          {...(editing !== 'new' && { budget: editing })}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && <Remove companyId={companyId} budget={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  );
}

/** What is used of a budget: in words, and as a bar. */
function Used({ budget: { limit, used } }: { budget: Budget }) {
  const isUsedUp = used >= limit;
  return (
    <div className="grid min-w-0 gap-1">
      <p className="num flex flex-wrap items-center gap-x-2">
        <span>{t('budget.usedOf', { used: formatMoney(used), limit: formatMoney(limit) })}</span>
        {(isUsedUp || isNearlyUsed(toCents(limit), toCents(used))) && (
          <span className={`badge badge-sm ${isUsedUp ? 'badge-error' : 'badge-warning'}`}>
            {isUsedUp ? t('budget.usedUp') : t('budget.nearlyUsed')}
          </span>
        )}
      </p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2 w-full max-w-64" aria-hidden="true">
        <rect width="100" height="1" fill="var(--color-base-300)" />
        <rect
          width={isUsedUp ? 100 : (used / limit) * 100}
          height="1"
          fill={isUsedUp ? 'var(--color-error)' : 'var(--color-primary)'}
        />
      </svg>
    </div>
  );
}

interface RemoveProps {
  companyId: string;
  budget: Budget;
  onClose: () => void;
}

function Remove({ companyId: id, budget: { _id: budgetId, name }, onClose }: RemoveProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('removeBudget', { params: { id, budgetId } }),
    onSuccess: async () => {
      await client.invalidateQueries(budgetsOf(id));
      toast.success(t('removed', { person: name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('remove.title', { person: name })}
      action={t('remove')}
      busy={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {t('budget.remove.about')}
    </ConfirmDialog>
  );
}
