import type { reviewCalls } from '#contract/calls/reviews.ts';
import type { Page } from '#contract/fields.ts';
import { ReviewSchema } from '#contract/reviews.ts';
import type { Database } from '../database/client.ts';
import type { HandlersOf } from '../handling/handler.ts';
import { pagesOf, streamList } from '../handling/page.ts';
import { attemptOf, once } from '../idempotency/idempotency.ts';
import { countReviews, insertReview, listReviews } from './queries.ts';
import { maskEmail } from './rules.ts';

export type ReviewCalls = keyof typeof reviewCalls;

/** @param onAdded told after a review was written */
export function reviewHandlers({ db }: Database, onAdded: () => void): HandlersOf<ReviewCalls> {
  return {
    async listReviews({ query, can }) {
      const read = async (page: Page) => {
        const reviews = await listReviews(db, { ...query, ...page });
        if (can('review.readAddresses')) return reviews;
        return reviews.map((review) => ({ ...review, email: maskEmail(review.email) }));
      };
      return streamList(ReviewSchema, pagesOf(query, read), await countReviews(db));
    },

    async addReview({ body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addReview', idempotencyKey, body);
      const answer = await once(db, attempt, async (transaction) => ({
        insertedId: await insertReview(transaction, {
          userId: caller.userId,
          name: caller.name,
          email: caller.email,
          ...body,
        }),
      }));
      onAdded();
      return answer;
    },
  };
}
