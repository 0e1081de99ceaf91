import { sql } from 'kysely';
import type { NeededApproval } from '#contract/companies/rules.ts';
import type { Queryable } from '../ground/database/client.ts';
import { companyProblem } from './buyers.ts';
import { readCompanyTerms, writeSpending } from './company-terms.ts';
import { toAddress } from './delivery.ts';
import { judgeCompany } from './judge-company.ts';
import type { LockedPurchase } from './state.ts';

/**
 * Judges a locked purchase of a company by what it is now, as if its member placed it again for so many cents. It gives back what it
 * counted, and counts in the current periods: nothing before its stock `isHeld`. Returns the approvals that it needs; undefined where
 * the one who placed it is no member any more: then nothing is judged, and it counts where it did. Throws 403 and the contract's 409.
 */
export async function judgeAnew(
  transaction: Queryable,
  { id, buyerId, userId }: LockedPurchase,
  { cents, isHeld }: { cents: number; isHeld: boolean },
): Promise<NeededApproval[] | undefined> {
  if (buyerId === null || userId === null) return undefined;
  const row = await transaction
    .selectFrom('purchases')
    .select(['po_number', 'cost_centre', 'shipping_address as address', 'phone', 'ship_to'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { shipTo } = toAddress({ ...row, shipTo: row.ship_to ?? undefined });
  const facts = { poNumber: row.po_number ?? undefined, costCentre: row.cost_centre ?? undefined };
  const own = { nth: 0, buyerId, userId, purchaseId: id };
  const spent = await readSpending(transaction, id);
  const terms = (await readCompanyTerms(transaction, [{ ...own, ...facts, shipTo }])).get(0);
  if (!terms) return undefined;
  // What it counts itself is there for it.
  const limits = terms.limits.map((limit) => {
    const own = spent.find((one) => one.scopeId === limit.scopeId && one.periodStart === limit.periodStart);
    return { ...limit, usedCents: limit.usedCents - (own?.cents ?? 0) };
  });
  const judged = judgeCompany({ ...terms, limits }, { cents, ...facts });
  if (judged.verdict !== 'allowed') throw companyProblem(judged);
  await giveBack(transaction, id);
  const counts = isHeld ? cents : 0;
  await writeSpending(
    transaction,
    judged.counted.map((one) => ({ ...one, purchaseId: id, buyerId, cents: counts })),
  );
  return judged.approvals;
}

async function readSpending(transaction: Queryable, purchaseId: string) {
  const { rows } = await sql<{ scopeId: string; periodStart: string; cents: number }>`
    select scope_id as "scopeId", to_char(period_start, 'YYYY-MM-DD') as "periodStart", cents
    from purchase_spending where purchase_id = ${purchaseId}`.execute(transaction);
  return rows;
}

/** Gives back what a purchase counts, to the periods that it came from. */
async function giveBack(transaction: Queryable, purchaseId: string): Promise<void> {
  await sql`
    with gone as (delete from purchase_spending where purchase_id = ${purchaseId} returning *)
    update spending set used_cents = used_cents - gone.cents from gone
    where spending.buyer_id = gone.buyer_id and spending.scope_id = gone.scope_id
      and spending.period_start = gone.period_start`.execute(transaction);
}
