import { z } from 'zod';
import { call } from '../call.ts';
import { InsertedSchema, ModifiedSchema } from '../fields.ts';
import { HideReviewSchema, NewReviewSchema, ReviewListQuerySchema, ReviewSchema } from '../reviews.ts';

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
  hideReview: call('PUT /reviews/:id/hidden', {
    may: 'review.hide',
    tag: 'Reviews',
    summary: 'Hide a review from everybody but staff, with a reason for the log',
    body: HideReviewSchema,
    output: ModifiedSchema,
  }),
  restoreReview: call('DELETE /reviews/:id/hidden', {
    may: 'review.hide',
    tag: 'Reviews',
    summary: 'Show a hidden review again',
    output: ModifiedSchema,
  }),
};
