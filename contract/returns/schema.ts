/** Pieces that a buyer sends back: asked for, answered, and received. */
import { z } from 'zod';
import { optionalLine } from '../address-book/ship-to.ts';
import { say } from '../kernel/field-message.ts';
import {
  IdSchema,
  pageFields,
  ReasonSchema,
  reasonLine,
  requiredText,
  TimeSchema,
} from '../kernel/fields.ts';
import { LONGEST_REASON } from '../kernel/text-limits.ts';
import { LONGEST_CONDITION, PURCHASE_MAX_LINES, RETURN_REASONS_BYTES } from '../purchases/limits.ts';
import { eachOnce, LinePiecesSchema } from '../shipping/schema.ts';
import { OPEN_RETURN_STATES, RETURN_STATES, RETURN_WISHES } from './states.ts';

const bytesOf = (lines: { reason: string }[]) =>
  lines.reduce((sum, { reason }) => sum + new TextEncoder().encode(reason).length, 0);

/** Body of POST /purchases/{id}/returns. The reasons have `RETURN_REASONS_BYTES` together. */
export const NewReturnSchema = z.object({
  lines: eachOnce(LinePiecesSchema.extend({ reason: reasonLine() })).refine(
    (lines) => bytesOf(lines) <= RETURN_REASONS_BYTES,
    { error: say('reasons_long') },
  ),
  /** What the buyer wants for them. */
  wish: z.enum(RETURN_WISHES, say('return_wish')).optional(),
});
export type NewReturn = z.infer<typeof NewReturnSchema>;

/** Body of PATCH /returns/{id}: what the shop answers, or that nothing more is expected of it. */
export const ReturnAnswerSchema = z
  .object({
    state: z.enum(['accepted', 'declined', 'closed'], say('return_state')),
    /** Told to the buyer. Who declines says why. */
    answer: optionalLine(LONGEST_REASON),
  })
  .refine(({ state, answer }) => state !== 'declined' || answer, {
    path: ['answer'],
    message: say('reason_required'),
  });
export type ReturnAnswer = z.infer<typeof ReturnAnswerSchema>;

/** Pieces that came back, in one condition. */
const ReceivedLineSchema = LinePiecesSchema.extend({
  condition: requiredText(say('condition_required'), LONGEST_CONDITION),
  /** Whether they are on sale again. */
  restock: z.boolean(say('restock')),
});

/** Body of POST /returns/{id}/receive. A line stands there once for each condition. */
export const ReceivedSchema = z.object({
  lines: z
    .array(ReceivedLineSchema, say('lines_least'))
    .min(1, say('lines_least'))
    .max(PURCHASE_MAX_LINES, say('lines_most', { most: PURCHASE_MAX_LINES })),
});
export type Received = z.infer<typeof ReceivedSchema>;

/** Body of POST /purchases/{id}/refunds/decline: how many pieces the page says, and why. */
export const DeclinedRefundSchema = ReasonSchema.extend({
  pieces: z.int(say('pieces_whole')).min(1, say('pieces_whole')),
});
export type DeclinedRefund = z.infer<typeof DeclinedRefundSchema>;

export const ReturnSchema = z.object({
  _id: IdSchema,
  purchaseId: IdSchema,
  /** That of the purchase as it is shown, such as 'NB-100234'. */
  purchaseNumber: z.string(),
  /** Of the purchase's buyer. */
  name: z.string(),
  email: z.string(),
  /** What its buyer writes on the parcel, such as 'NB-100234-R1'. */
  number: z.string(),
  state: z.enum(RETURN_STATES),
  wish: z.enum(RETURN_WISHES).optional(),
  askedAt: TimeSchema,
  answeredAt: TimeSchema.optional(),
  answer: z.string().optional(),
  /** When pieces of it came back last. */
  receivedAt: TimeSchema.optional(),
  closedAt: TimeSchema.optional(),
  /** When its buyer has withdrawn it: its state is 'closed' then. */
  withdrawnAt: TimeSchema.optional(),
  /** How many pictures it has: they are numbered from 1. */
  pictures: z.int(),
  lines: z.array(
    LinePiecesSchema.extend({
      productName: z.string(),
      sku: z.string(),
      reason: z.string(),
      /** Pieces that came back, and those of them that went on sale. */
      received: z.int(),
      restocked: z.int(),
    }),
  ),
});
export type Return = z.infer<typeof ReturnSchema>;

/** Answer of POST /returns/{id}/pictures: the number of the picture. */
export const AddedPictureSchema = z.object({ nth: z.int() });

export const ReturnListQuerySchema = z.object({
  ...pageFields,
  /** Only those that are to be answered, or those that are to come back. */
  state: z.enum(OPEN_RETURN_STATES, say('open_return_state')).optional(),
});
export type ReturnListQuery = z.infer<typeof ReturnListQuerySchema>;
