import type { Own } from '#contract/kernel/reach.ts';
import type { NewApproval } from '#contract/purchases/approvals.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { forbidden, Problem, unauthorized } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { insertApproval, mailVerdict, readApprovers, readAsked, voidApprovals } from './approvals.ts';
import { retakeAsked } from './change-lines.ts';
import { type ApprovalJudgement, type AskedPurchase, judgeApproval } from './judge-approval.ts';
import type { PurchaseTerms } from './request.ts';
import { type PurchaseState, takesStock } from './rules.ts';
import { changeState, type LockedPurchase, lockInReach, requireOrdering } from './state.ts';
import { type NewStock, tellStock } from './stock.ts';

interface Approving {
  database: Database;
  catalogue: Catalogue;
  terms: Omit<PurchaseTerms, 'maxUnpaid'>;
}

type Refused = Exclude<ApprovalJudgement['verdict'], 'approved' | 'sent_back' | 'repeat'>;

/**
 * Writes what a member says of a colleague's purchase, and with the last approval holds it anew, so that it can be paid. One that
 * was released takes its stock again. Returns its state; throws 401, 403, 404 and the contract's 409.
 */
export async function decideApproval(
  { database, catalogue, terms }: Approving,
  id: string,
  body: NewApproval,
  caller: Own,
): Promise<PurchaseState> {
  const { state, levels } = await transact(database.db, async (transaction) => {
    const purchase = await lockInReach(transaction, id, caller);
    const asked = await readAsked(transaction, purchase.id);
    const members = await readApprovers(transaction, purchase, caller.userId);
    const judged = judgeApproval(asked, members, { userId: caller.userId, ...body });
    switch (judged.verdict) {
      case 'repeat':
        return { state: purchase.state, levels: [] };
      case 'sent_back':
        await sendBack(transaction, purchase, asked, body, caller);
        return { state: purchase.state, levels: [] };
      case 'approved':
        requireOrdering(purchase);
        return approve(transaction, purchase, asked, { body, caller, terms, isComplete: judged.isComplete });
      default:
        throw toProblem(judged.verdict);
    }
  });
  await tellStock(catalogue, levels);
  return state;
}

function toProblem(verdict: Refused): Problem {
  if (verdict === 'unauthenticated') return unauthorized();
  return verdict === 'changed' ? new Problem('changed') : forbidden(verdict);
}

/** The purchase waits for its buyer: who approved it before has to look at it again. */
async function sendBack(
  transaction: Queryable,
  { id }: LockedPurchase,
  { revision, hash }: AskedPurchase,
  { note }: NewApproval,
  { userId, email }: Own,
): Promise<void> {
  await voidApprovals(transaction, id);
  const said = { purchaseId: id, userId, revision, hash, note };
  await insertApproval(transaction, { ...said, verdict: 'send_back' });
  await transaction
    .updateTable('purchases')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const event = { kind: 'sent_back', actor: email, purchaseId: id } as const;
  const told = await recordEvent(transaction, { ...event, why: note || null });
  await mailVerdict(transaction, id, 'sent_back', { told, by: email, note });
}

interface Approval {
  body: NewApproval;
  caller: Own;
  terms: Approving['terms'];
  isComplete: boolean;
}

async function approve(
  transaction: Queryable,
  purchase: LockedPurchase,
  { revision, hash }: AskedPurchase,
  { body: { note }, caller, terms, isComplete }: Approval,
): Promise<{ state: PurchaseState; levels: NewStock[] }> {
  const { id, state } = purchase;
  const { userId, email } = caller;
  await voidApprovals(transaction, id, 'send_back');
  await insertApproval(transaction, { purchaseId: id, userId, revision, hash, verdict: 'approve', note });
  const event = { kind: 'approved', actor: email, purchaseId: id } as const;
  const told = await recordEvent(transaction, { ...event, why: note || null });
  if (!isComplete) return { state, levels: [] };
  const levels = takesStock(state) ? [] : await retakeAsked(transaction, purchase, terms);
  // A company's hold is the usual one: its addresses are its members', who have proven theirs.
  await changeState(transaction, purchase, { to: 'held', holdMinutes: terms.holdMinutes });
  await mailVerdict(transaction, id, 'approved', { told, by: email, note });
  return { state: 'held', levels };
}
