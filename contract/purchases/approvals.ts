import { z } from 'zod';
import { MEMBER_ROLES } from '../companies/rights.ts';
import { BudgetSchema } from '../companies/schema.ts';
import { say } from '../kernel/field-message.ts';
import { IdSchema, shownText, TimeSchema } from '../kernel/fields.ts';

/** The most waiting purchases that `GET /approvals` lists. */
export const MOST_APPROVALS = 100;

const ReasonSchema = z.enum(['above', 'new_address', 'over_budget']);

const VERDICTS = ['approve', 'send_back'] as const;

/** Body of POST /purchases/{id}/approvals: `revision` and `hash` are those of the purchase as the caller has read it. */
export const NewApprovalSchema = z.object({
  revision: z.int(),
  hash: z.string().max(64),
  verdict: z.enum(VERDICTS, say('approval_verdict')),
  note: shownText(1_000).optional(),
});
export type NewApproval = z.infer<typeof NewApprovalSchema>;

/** Answer of POST /purchases/{id}/approvals: the state of the purchase, of which `to_pay` says that it has all approvals. */
export const ApprovalAnswerSchema = z.object({ state: z.enum(['to_approve', 'hold_ended', 'to_pay']) });

export const ApprovalsSchema = z.object({
  /** Whose approvals it needs: of `count` different people with a role, or of one person. */
  needed: z.array(
    z.object({
      reason: ReasonSchema,
      /** Of an order above an amount: the dollars that need no approval. */
      above: z.number().optional(),
      by: z.union([
        z.object({ role: z.enum(MEMBER_ROLES) }),
        z.object({ userId: IdSchema, name: z.string().optional() }),
      ]),
      count: z.int(),
    }),
  ),
  /** What counts for the purchase as it is now, oldest first. */
  given: z.array(
    z.object({
      /** Absent once the account is gone. */
      userId: IdSchema.optional(),
      name: z.string().optional(),
      verdict: z.enum(VERDICTS),
      at: TimeSchema,
      note: z.string().optional(),
    }),
  ),
  /** Whether it waits for the caller's verdict. */
  isMine: z.boolean(),
  /** While it waits: the budgets that it counts in. `used` is what the period has used, with this purchase. Dollars. */
  budgets: z
    .array(BudgetSchema.pick({ name: true, limit: true, used: true, period: true, periodStart: true }))
    .optional(),
  /** While it waits: what pieces of a line's part cost when the company bought it last, among its newest 500 purchases. */
  lastPrices: z.array(z.object({ _id: IdSchema, price: z.number(), at: TimeSchema })).optional(),
});
export type Approvals = z.infer<typeof ApprovalsSchema>;

/** A purchase that waits for the caller's verdict. `total` is in dollars. */
export const WaitingPurchaseSchema = z.object({
  _id: IdSchema,
  number: z.string(),
  /** Who has placed it. */
  name: z.string(),
  email: z.string(),
  total: z.number(),
  askedAt: TimeSchema,
  /** When the hold on its stock ends; null when it has ended. */
  heldUntil: TimeSchema.nullable(),
  reasons: z.array(ReasonSchema),
  revision: z.int(),
  hash: z.string(),
});
export type WaitingPurchase = z.infer<typeof WaitingPurchaseSchema>;
