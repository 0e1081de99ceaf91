import type { approvalCalls } from '#contract/purchases/approval-calls.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import type { PayingContext } from '../payments/pay.ts';
import { decideApproval } from '../purchases/approve.ts';
import { NAMES } from './owned.ts';
import { listWaiting } from './waiting.ts';

export type ApprovalCalls = keyof typeof approvalCalls;

export function approvalHandlers(context: PayingContext): HandlersOf<ApprovalCalls> {
  return {
    listApprovals: ({ reach }) => listWaiting(context.database.db, reach),

    async decideApproval({ params, body, reach }) {
      const state = await decideApproval(context, params.id, body, reach);
      return {
        state: NAMES[state as 'asked' | 'released' | 'held'] as 'to_approve' | 'hold_ended' | 'to_pay',
      };
    },
  };
}
