import { hasRight } from '#contract/companies/rights.ts';
import { mayGive, type NeededApproval } from '#contract/companies/rules.ts';

/** What of a purchase an approval is judged by. */
export interface AskedPurchase {
  /** Whose it is, who of the shop's staff has placed it for them, and who has changed what is approved. */
  authors: readonly string[];
  isUnapproved: boolean;
  /** What it needs: as the rules were when it was asked for. */
  needed: readonly NeededApproval[];
  revision: number;
  hash: string;
}

/** What somebody has read of a purchase. */
export interface Seen {
  revision: number;
  hash: string;
}

/** A member of the company. */
export interface Approver {
  userId: string;
  roles: string[];
  /** What the member has approved, where that still counts. */
  approved: Seen | null;
}

/** What becomes of a verdict; `isComplete`: the purchase has all approvals that it needs. */
export type ApprovalJudgement =
  | { verdict: 'own_purchase' | 'unauthenticated' | 'right_missing' | 'changed' | 'not_approver' | 'repeat' }
  | { verdict: 'sent_back' }
  | { verdict: 'approved'; isComplete: boolean };

const mayApprove = (roles: readonly string[]) => hasRight(roles, 'purchase.approve');

/** Returns whether each of the needed approvals is given by enough of these members. */
function isComplete(needed: readonly NeededApproval[], approvers: readonly Approver[]): boolean {
  return needed.every((one) => approvers.filter((approver) => mayGive(one, approver)).length >= one.count);
}

/**
 * Decides on a member's verdict about a locked purchase. Approvals of those who may not approve any more do not count.
 * @param members the one who decides, and those who have approved, as they are behind the company's lock
 */
export function judgeApproval(
  asked: AskedPurchase,
  members: readonly Approver[],
  by: Seen & { userId: string; verdict: 'approve' | 'send_back' },
): ApprovalJudgement {
  if (asked.authors.includes(by.userId)) return { verdict: 'own_purchase' };
  const member = members.find(({ userId }) => userId === by.userId);
  if (!member) return { verdict: 'unauthenticated' };
  if (!mayApprove(member.roles)) return { verdict: 'right_missing' };
  const isSame = (seen: Seen) => seen.revision === by.revision && seen.hash === by.hash;
  if (by.verdict === 'approve' && member.approved && isSame(member.approved)) return { verdict: 'repeat' };
  if (!asked.isUnapproved || !isSame(asked)) return { verdict: 'changed' };
  if (!asked.needed.some((one) => mayGive(one, member))) return { verdict: 'not_approver' };
  if (by.verdict === 'send_back') return { verdict: 'sent_back' };
  const approving = members.filter(
    ({ userId, approved }) => userId === by.userId || (approved !== null && !asked.authors.includes(userId)),
  );
  return { verdict: 'approved', isComplete: isComplete(asked.needed, approving) };
}
