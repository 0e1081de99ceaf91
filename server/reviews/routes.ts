import type { reviewCalls } from '#contract/calls/reviews.ts';
import type { Page } from '#contract/fields.ts';
import { ReviewSchema } from '#contract/reviews.ts';
import type { Database } from '../database/client.ts';
import type { HandlersOf } from '../handling/handler.ts';
import { pagesOf, streamList } from '../handling/page.ts';
import { attemptOf, once } from '../idempotency/idempotency.ts';
import { countReviews, insertReview, listReviews, setHidden } from './queries.ts';
import { maskEmail } from './rules.ts';

export type ReviewCalls = keyof typeof reviewCalls;

/** @param onChanged told after a review was written, hidden or shown again */
export function reviewHandlers({ db }: Database, onChanged: () => void): HandlersOf<ReviewCalls> {
  async function change(id: string, actor: string, why?: string): Promise<{ modifiedCount: number }> {
    const changed = { id, actor, ...(why !== undefined && { why }) };
    const modifiedCount = await db.transaction().execute((transaction) => setHidden(transaction, changed));
    onChanged();
    return { modifiedCount };
  }

  return {
    hideReview: ({ params, body, caller }) => change(params.id, caller.email, body.why),
    restoreReview: ({ params, caller }) => change(params.id, caller.email),

    async listReviews({ query, can }) {
      const hidden = can('review.hide') ? query.hidden : undefined;
      const read = async (page: Page) => {
        const reviews = await listReviews(db, { ...query, hidden, ...page });
        if (can('review.readAddresses')) return reviews;
        return reviews.map((review) => ({ ...review, email: maskEmail(review.email) }));
      };
      return streamList(ReviewSchema, pagesOf(query, read), await countReviews(db, hidden !== undefined));
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
