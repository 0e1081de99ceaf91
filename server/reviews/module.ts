import { sampleReviews } from '#content/reviews.ts';
import { DEMO_BUYER } from '../accounts/demo.ts';
import { findUserByEmail } from '../accounts/queries.ts';
import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import { insertReview } from './queries.ts';
import { type ReviewCalls, reviewHandlers } from './routes.ts';

export const reviews: Module<ReviewCalls, { database: Database }> = {
  name: 'reviews',
  async demo(transaction) {
    const { _id: userId } = (await findUserByEmail(transaction, DEMO_BUYER.email))!;
    const { name, email } = DEMO_BUYER;
    for (const review of sampleReviews) await insertReview(transaction, { userId, name, email, ...review });
  },
  events: { review_hidden: ['people'], review_restored: ['people'] },
  open({ database }) {
    let changes = 0;
    return {
      handlers: reviewHandlers(database, () => {
        changes += 1;
      }),
      pageVersion: () => changes,
    };
  },
};
