import { z } from 'zod';
import { call } from '../call.ts';
import { InsertedSchema } from '../fields.ts';
import { NewReviewSchema, ReviewListQuerySchema, ReviewSchema } from '../reviews.ts';

/** The calls about reviews. */
export const reviewCalls = {
  listReviews: call('GET /reviews', {
    may: 'anyone',
    tag: 'Reviews',
    summary: 'All reviews, oldest first; `sort=newest` turns them round',
    query: ReviewListQuerySchema,
    output: z.array(ReviewSchema),
  }),
  addReview: call('POST /reviews', {
    may: 'review.write',
    tag: 'Reviews',
    summary: 'Write a review',
    body: NewReviewSchema,
    output: InsertedSchema,
    creates: true,
  }),
};
