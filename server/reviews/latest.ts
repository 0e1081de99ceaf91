import type { Review } from '#contract/reviews/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { withinPatience } from '../ground/patience.ts';
import { listReviews } from './queries.ts';
import { maskEmail } from './rules.ts';

/** More than any page shows. */
const MOST = 10;
/** How long a page waits for the database, as it can be shown without it. */
const PATIENCE_MS = 300;

/**
 * Returns what reads the newest reviews for pages that everybody sees, addresses masked. While the database is away or slow, it
 * answers what it has read last, so that an outage keeps no page from being shown: it reads them before it returns.
 */
export async function latestReviews(db: Queryable): Promise<(limit: number) => Promise<Review[]>> {
  async function read(): Promise<Review[]> {
    const reviews = await listReviews(db, { sort: 'newest', limit: MOST });
    return reviews.map((review) => ({ ...review, email: maskEmail(review.email) }));
  }
  let last = await read();
  return async (limit) => {
    const known = last;
    const reading = read().then((reviews) => {
      last = reviews;
      return reviews;
    });
    return (await withinPatience(reading, PATIENCE_MS, known)).slice(0, limit);
  };
}
