import type { Database } from '../database/client.ts';
import { attemptOf, once } from '../database/idempotency.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listAnswer } from '../http/page.ts';
import { insertReview, listReviews } from './queries.ts';
import { maskEmail } from './rules.ts';

/** @param onAdded told after a review was written */
export function reviewHandlers(
  { db }: Database,
  onAdded: () => void,
): HandlersOf<'listReviews' | 'addReview'> {
  return {
    async listReviews({ query, caller }) {
      const { reviews, total } = await listReviews(db, query);
      const seen =
        caller?.role === 'admin'
          ? reviews
          : reviews.map((review) => ({ ...review, email: maskEmail(review.email) }));
      return listAnswer(seen, total);
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
