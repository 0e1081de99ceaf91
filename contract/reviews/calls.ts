import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { InsertedSchema, ModifiedSchema, ReasonSchema } from '../kernel/fields.ts';
import {
  DeskReviewListQuerySchema,
  DeskReviewSchema,
  NewReviewSchema,
  ReviewListQuerySchema,
  ReviewSchema,
} from './schema.ts';

const call = callsOf('Reviews');

/** The calls about reviews. */
export const reviewCalls = {
  listReviews: call('GET /reviews', {
    may: 'anyone',
    summary: 'All reviews, oldest first; `sort=newest` turns them round',
    query: ReviewListQuerySchema,
    output: z.array(ReviewSchema),
  }),
  addReview: call('POST /reviews', {
    may: 'review.write',
    summary: 'Write a review',
    body: NewReviewSchema,
    output: InsertedSchema,
    creates: true,
  }),
  listDeskReviews: call('GET /desk/reviews', {
    may: 'review.hide',
    summary: 'All reviews for staff, hidden ones too, newest first; `q` and `state` narrow them',
    query: DeskReviewListQuerySchema,
    output: z.array(DeskReviewSchema),
  }),
  hideReview: call('PUT /reviews/:id/hidden', {
    may: 'review.hide',
    summary: 'Hide a review from everybody but staff, with a reason for the log',
    body: ReasonSchema,
    output: ModifiedSchema,
  }),
  restoreReview: call('PUT /reviews/:id/shown', {
    may: 'review.hide',
    summary: 'Show a hidden review again, with a reason for the log',
    body: ReasonSchema,
    output: ModifiedSchema,
  }),
};
