import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { freeText, IdSchema, pageFields, requiredText, TimeSchema } from '../kernel/fields.ts';
import { LONGEST_FILTER } from '../kernel/text-limits.ts';

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
});
export type Review = z.infer<typeof ReviewSchema>;

/** A review as staff see it. */
export const DeskReviewSchema = ReviewSchema.extend({
  createdAt: TimeSchema,
  /** Who has hidden it, since when and why. */
  hidden: z.object({ at: TimeSchema, by: z.string(), why: z.string() }).optional(),
});
export type DeskReview = z.infer<typeof DeskReviewSchema>;

/** Body of POST /reviews. Its name and email are ignored: the author is the signed-in person. */
export const NewReviewSchema = z.object({
  ratings: RatingSchema,
  description: requiredText(say('description_required'), DESCRIPTION_MAX),
});

/** Oldest first, unless `sort=newest`. */
export const ReviewListQuerySchema = z.object({
  ...pageFields,
  sort: z.literal('newest', say('sort_newest')).optional(),
});
export type ReviewListQuery = z.infer<typeof ReviewListQuerySchema>;

const REVIEW_STATES = ['shown', 'hidden'] as const;

/** Staff's list of reviews, newest first. */
export const DeskReviewListQuerySchema = z.object({
  ...pageFields,
  /** Words that the text or the author's name contains, in any order and case; for admins, or the address. */
  q: freeText(LONGEST_FILTER).optional(),
  state: z.enum(REVIEW_STATES, say('review_state')).optional(),
});
export type DeskReviewListQuery = z.infer<typeof DeskReviewListQuerySchema>;
