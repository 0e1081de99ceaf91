import { sql } from 'kysely';
import { breachesOf, lookAtAddresses, type NeededApproval } from '#contract/companies/rules.ts';
import { isForCompany, type Reach } from '#contract/kernel/reach.ts';
import type { Queryable } from '../ground/database/client.ts';
import { companyProblem } from './buyers.ts';
import { readCompanyTerms, tellSkipped, writeSpending } from './company-terms.ts';
import { toAddress } from './delivery.ts';
import { judgeCompany } from './judge-company.ts';
import type { LockedPurchase } from './state.ts';

/** What a company lets a purchase come to, as it is judged anew. */
interface JudgedAnew {
  approvals: NeededApproval[];
  /** Writes where it counts: it gives back what it counted, and counts in the current periods, nothing before its stock `isHeld`. */
  count(isHeld: boolean): Promise<void>;
}

/**
 * Judges a locked purchase of a company by what it is now, as if its member placed it again for so many cents. The rights are
 * those of who changes it, whose `reach` it is; the limits are those of its member, and of who raises it. Throws 403 and the contract's 409.
 */
export async function judgeAnew(
  transaction: Queryable,
  purchase: LockedPurchase,
  { cents, reach }: { cents: number; reach: Reach },
): Promise<JudgedAnew> {
  const { id } = purchase;
  const by = reach === 'all' ? undefined : reach;
  const { terms, facts, buyerId } = await readTerms(transaction, purchase, by?.userId);
  const spent = await readSpending(transaction, id);
  // What it counts itself is there for it.
  const limits = terms.limits.map((limit) => {
    const own = spent.find((one) => one.scopeId === limit.scopeId && one.periodStart === limit.periodStart);
    return { ...limit, usedCents: limit.usedCents - (own?.cents ?? 0) };
  });
  const { perPurchase, roles } = terms.actor;
  // Nobody orders for a colleague what they may not order themselves.
  if (perPurchase !== null && cents > purchase.totalCents)
    limits.push({ kind: 'per_purchase', limitCents: perPurchase, usedCents: 0 });
  const judged = judgeCompany({ ...terms, roles: by ? (roles ?? []) : null, limits }, { cents, ...facts });
  if (judged.verdict !== 'allowed') throw companyProblem(judged);
  const { approvals, counted, skipped } = judged;
  return {
    approvals,
    async count(isHeld) {
      await giveBack(transaction, id);
      const counts = isHeld ? cents : 0;
      await writeSpending(
        transaction,
        counted.map((one) => ({ ...one, purchaseId: id, buyerId, cents: counts })),
      );
      if (by) await tellSkipped(transaction, [{ purchaseId: id, actor: by.email, skipped }]);
    },
  };
}

/**
 * Throws 409 where the PO number and cost center, or the address, that an accepted purchase of a company has now are none that its rules
 * let be placed. Nobody approves it any more, so a new address is refused where one would have to be approved.
 */
export async function requireRules(
  transaction: Queryable,
  purchase: LockedPurchase,
  changed: 'numbers' | 'address',
): Promise<void> {
  if (!isForCompany(purchase)) return;
  const { terms, facts } = await readTerms(transaction, purchase, undefined);
  const { rules, isPoUsed, isKnownAddress } = terms;
  const isNewAddress = !isKnownAddress && lookAtAddresses(rules);
  const breaches =
    changed === 'numbers'
      ? breachesOf(rules, { ...facts, isPoUsed, isNewAddress: false })
      : isNewAddress
        ? (['new_address'] as const)
        : [];
  if (breaches.length > 0) throw companyProblem({ verdict: 'company_rule', breaches });
}

/** Reads a locked purchase of a company as rules look at it. */
async function readTerms(
  transaction: Queryable,
  { id, buyerId, userId }: LockedPurchase,
  actedBy: string | undefined,
) {
  if (buyerId === null) throw new Error(`purchase ${id} is of no company`);
  const row = await transaction
    .selectFrom('purchases')
    .select(['po_number', 'cost_centre', 'shipping_address as address', 'phone', 'ship_to'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { shipTo } = toAddress({ ...row, shipTo: row.ship_to ?? undefined });
  const facts = { poNumber: row.po_number ?? undefined, costCentre: row.cost_centre ?? undefined };
  const asked = { nth: 0, buyerId, userId, purchaseId: id, actedBy, ...facts, shipTo };
  const terms = (await readCompanyTerms(transaction, [asked])).get(0)!;
  return { terms, facts, buyerId };
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
