import type { Page } from '#contract/kernel/fields.ts';
import type { reviewCalls } from '#contract/reviews/calls.ts';
import { type Review, ReviewSchema } from '#contract/reviews/schema.ts';
import type { Database } from '../ground/database/client.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { listAnswer, pagesOf, streamList } from '../ground/handling/page.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import { countReviews, insertReview, listDeskReviews, listReviews, setHidden } from './queries.ts';
import { maskEmail } from './rules.ts';

export type ReviewCalls = keyof typeof reviewCalls;

/** @param onChanged told after a review was written, hidden or shown again */
export function reviewHandlers({ db }: Database, onChanged: () => void): HandlersOf<ReviewCalls> {
  async function change(change: Parameters<typeof setHidden>[1]): Promise<{ modifiedCount: number }> {
    const modifiedCount = await db.transaction().execute((transaction) => setHidden(transaction, change));
    onChanged();
    return { modifiedCount };
  }

  return {
    hideReview: ({ params: { id }, body: { why }, caller }) =>
      change({ id, why, to: 'hidden', actor: caller.email }),
    restoreReview: ({ params: { id }, body: { why }, caller }) =>
      change({ id, why, to: 'shown', actor: caller.email }),

    async listDeskReviews({ query, can }) {
      const byAddress = can('review.readAddresses');
      const { reviews, total } = await listDeskReviews(db, { ...query, byAddress });
      return listAnswer(byAddress ? reviews : reviews.map(masked), total);
    },

    async listReviews({ query, can }) {
      const read = async (page: Page) => {
        const reviews = await listReviews(db, { ...query, ...page });
        return can('review.readAddresses') ? reviews : reviews.map(masked);
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
      onChanged();
      return answer;
    },
  };
}

const masked = <R extends Review>(review: R): R => ({ ...review, email: maskEmail(review.email) });
