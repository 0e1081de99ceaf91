import { z } from 'zod';
import { say } from './field-message.ts';
import { IdSchema, pageFields, requiredText, TimeSchema } from './fields.ts';
import { LONGEST_REASON } from './text-limits.ts';

export const RATINGS = ['1', '2', '3', '4', '5'] as const;
const DESCRIPTION_MAX = 2000;

/** One to five stars, as string or number; parsed to the string. */
export const RatingSchema = z
  .union([z.enum(RATINGS), z.literal([1, 2, 3, 4, 5])], say('rating'))
  .transform((rating) => String(rating) as (typeof RATINGS)[number]);

export const ReviewSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  /** Masked (`p***@acme.com`) for everyone but admins. */
  email: z.string(),
  ratings: z.enum(RATINGS),
  description: z.string(),
  /** The author has paid an order of the shop. */
  verified: z.literal(true).optional(),
  /** For staff: who has hidden it, since when and why. */
  hidden: z.object({ at: TimeSchema, by: z.string(), why: z.string() }).optional(),
});
export type Review = z.infer<typeof ReviewSchema>;

/** Body of POST /reviews. Its name and email are ignored: the author is the signed-in person. */
export const NewReviewSchema = z.object({
  ratings: RatingSchema,
  description: requiredText(say('description_required'), DESCRIPTION_MAX),
});

/** Oldest first, unless `sort=newest`. */
export const ReviewListQuerySchema = z.object({
  ...pageFields,
  sort: z.literal('newest', say('sort_newest')).optional(),
  /** `1`: hidden ones, too, for staff. All others never see them. */
  hidden: z.literal('1').optional(),
});
export type ReviewListQuery = z.infer<typeof ReviewListQuerySchema>;

/** Why a review is hidden, for the log. */
export const HideReviewSchema = z.object({ why: requiredText(say('reason_required'), LONGEST_REASON) });
