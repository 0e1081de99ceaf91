import { sql } from 'kysely';
import type { NeededApproval } from '#contract/companies/rules.ts';
import { isForCompany, type Reach } from '#contract/kernel/reach.ts';
import type { Queryable } from '../ground/database/client.ts';
import { tellAsked, voidApprovals } from './approvals.ts';
import { judgeAnew } from './judge-anew.ts';
import { isUnpaid, requireTransition, takesStock } from './rules.ts';
import type { LockedPurchase } from './state.ts';

/**
 * Makes the approvals of a purchase that `changer` has changed void, and has it wait for those that it `needs` now; for the ones that it
 * needed before where `needs` is undefined. Its hold stays, and `changer`, an email address, approves it no more: one could make a
 * colleague's order one's own. Returns the purchase as it is then.
 */
export async function askAnew(
  transaction: Queryable,
  purchase: LockedPurchase,
  needs: NeededApproval[] | undefined,
  changer: string,
): Promise<LockedPurchase> {
  const { id } = purchase;
  await voidApprovals(transaction, id);
  const kept = await transaction
    .selectFrom('purchases')
    .select('approvals')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const needed = needs ?? kept.approvals ?? [];
  const isUnapproved = needed.length > 0;
  const to = takesStock(purchase.state) ? (isUnapproved ? 'asked' : 'held') : purchase.state;
  if (to !== purchase.state) requireTransition(purchase.state, to);
  await sql`
    update purchases set state = ${to}, approved_at = null,
      changed_by = array_remove(changed_by, ${changer}) || ${changer}::text,
      asked_at = case when ${isUnapproved}::boolean then now() end,
      approvals = case when ${isUnapproved}::boolean then ${JSON.stringify(needed)}::jsonb end
    where id = ${id}`.execute(transaction);
  return { ...purchase, state: to, isUnapproved };
}

/** Judges an unpaid purchase of a company whose address or numbers were changed, and asks anew for the approvals that it needs. */
export async function askAfterChange(
  transaction: Queryable,
  purchase: LockedPurchase,
  { reach, actor }: { reach: Reach; actor: string },
): Promise<void> {
  if (!isForCompany(purchase) || !isUnpaid(purchase.state)) return;
  const { totalCents: cents, state, id } = purchase;
  const { approvals, count } = await judgeAnew(transaction, purchase, { cents, reach });
  await count(takesStock(state));
  const { isUnapproved } = await askAnew(transaction, purchase, approvals, actor);
  if (isUnapproved) await tellAsked(transaction, [id]);
}
