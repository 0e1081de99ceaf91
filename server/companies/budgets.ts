import { sql } from 'kysely';
import { NO_RULES } from '#contract/companies/rules.ts';
import type { Budget, BudgetChange, NewBudget, Rules } from '#contract/companies/schema.ts';
import { toCents, toDollars } from '#contract/kernel/money.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { buyerZone, firstDayOf } from '../ground/days.ts';
import { notFound, requireRevision } from '../ground/handling/problem.ts';
import { boundSpending } from './queries.ts';

/** A company's budgets in the order in which they were added, with what is used of the current period. */
export async function listBudgets(db: Queryable, buyerId: string): Promise<Budget[]> {
  const { rows } = await sql<
    Omit<Budget, 'limit' | 'used'> & { costCentre: string | null; limitCents: number; usedCents: number }
  >`
    select budgets.id as _id, budgets.name, cost_centre as "costCentre", period, limit_cents as "limitCents",
      to_char(start, 'YYYY-MM-DD') as "periodStart", coalesce(used_cents, 0)::bigint as "usedCents"
    from budgets join buyers on buyers.id = budgets.buyer_id
      cross join lateral (select ${firstDayOf(sql`period`, buyerZone)} as start) as current
      left join spending on spending.buyer_id = budgets.buyer_id and scope_id = budgets.id and period_start = start
    where budgets.buyer_id = ${buyerId} and removed_at is null order by budgets.id`.execute(db);
  return rows.map(({ limitCents, usedCents, costCentre, ...budget }) => ({
    ...budget,
    ...(costCentre !== null && { costCentre }),
    limit: toDollars(limitCents),
    used: toDollars(usedCents),
  }));
}

/** Adds a budget to a locked company; returns its id. */
export async function insertBudget(
  transaction: Queryable,
  buyerId: string,
  { name, costCentre, period, limit }: NewBudget,
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('budgets')
    .values({
      id,
      buyer_id: buyerId,
      name,
      cost_centre: costCentre || null,
      period,
      limit_cents: toCents(limit),
    })
    .execute();
  return id;
}

/** Changes a budget of a locked company; returns it as it is then. Throws 404. */
export async function updateBudget(
  transaction: Queryable,
  buyerId: string,
  id: string,
  { name, limit }: BudgetChange,
): Promise<Pick<Budget, 'name' | 'limit'>> {
  const limitCents = limit === undefined ? undefined : toCents(limit);
  const changed = isId(id)
    ? await transaction
        .updateTable('budgets')
        .set({
          ...(name !== undefined && { name }),
          ...(limitCents !== undefined && { limit_cents: limitCents }),
        })
        .where('id', '=', id)
        .where('buyer_id', '=', buyerId)
        .where('removed_at', 'is', null)
        .returning(['period', 'name', 'limit_cents'])
        .executeTakeFirst()
    : undefined;
  if (!changed) throw notFound('budget');
  if (limitCents !== undefined) await boundSpending(transaction, buyerId, id, changed.period, limitCents);
  return { name: changed.name, limit: toDollars(changed.limit_cents) };
}

/**
 * Removes a budget of a locked company; returns its name, undefined where there is none. One in which orders have counted stays, so
 * that it can still be given back to, and limits nothing.
 */
export async function removeBudget(
  transaction: Queryable,
  buyerId: string,
  id: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const { rows: unused } = await sql<{ name: string }>`
    delete from budgets where id = ${id} and buyer_id = ${buyerId} and removed_at is null
      and not exists (select from spending where spending.buyer_id = budgets.buyer_id and scope_id = budgets.id)
    returning name`.execute(transaction);
  if (unused[0]) return unused[0].name;
  const { rows } = await sql<{ name: string }>`
    update budgets set removed_at = now() where id = ${id} and buyer_id = ${buyerId} and removed_at is null
    returning name`.execute(transaction);
  await sql`update spending set bound_cents = null where buyer_id = ${buyerId} and scope_id = ${id}`.execute(
    transaction,
  );
  return rows[0]?.name;
}

export async function readRules(db: Queryable, buyerId: string): Promise<Rules & { revision: number }> {
  const { rows } = await sql<{ rules: Rules | null }>`
    select rules from buyers where id = ${buyerId}`.execute(db);
  const { revision = 0, ...rules } = { ...NO_RULES, ...rows[0]?.rules };
  return { revision, ...rules, costCentres: [...rules.costCentres], approvals: [...rules.approvals] };
}

/** Sets the rules of a locked company. Throws 409 where they have another revision than the change is based on. */
export async function writeRules(
  transaction: Queryable,
  buyerId: string,
  { revision, ...rules }: Rules,
): Promise<void> {
  const known = (await readRules(transaction, buyerId)).revision;
  requireRevision(revision, known);
  const written = JSON.stringify({ ...rules, revision: known + 1 });
  await sql`update buyers set rules = ${written}::jsonb where id = ${buyerId}`.execute(transaction);
}
