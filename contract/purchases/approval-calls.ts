import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { ApprovalAnswerSchema, NewApprovalSchema, WaitingPurchaseSchema } from './approvals.ts';

const call = callsOf('Purchases');

/** The calls about purchases of a company that wait for an approval. */
export const approvalCalls = {
  listApprovals: call('GET /approvals', {
    may: 'purchase.approve',
    summary: 'The purchases of the caller’s company that wait for the caller’s approval, oldest first',
    output: z.array(WaitingPurchaseSchema),
  }),
  decideApproval: call('POST /purchases/:id/approvals', {
    may: 'purchase.approve',
    summary: 'Approve a colleague’s purchase as it was read, or send it back',
    body: NewApprovalSchema,
    output: ApprovalAnswerSchema,
    status: 200,
    refuses: ['not_found', 'forbidden', 'changed', 'lines_refused', 'over_limit', 'ordering_blocked'],
  }),
};
