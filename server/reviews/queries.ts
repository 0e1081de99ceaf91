import type { Review, ReviewListQuery } from '#contract/reviews.ts';
import type { Queryable } from '../database/client.ts';
import { isId, newId } from '../database/uuid.ts';

/** Returns the number of reviews. */
export async function countReviews(db: Queryable): Promise<number> {
  const { total } = await db
    .selectFrom('reviews')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns reviews, oldest or newest first, with full addresses. */
export async function listReviews(db: Queryable, { limit, after, sort }: ReviewListQuery): Promise<Review[]> {
  if (after !== undefined && !isId(after)) return [];
  const isDown = sort === 'newest';
  let query = db
    .selectFrom('reviews')
    .select(['id', 'name', 'email', 'rating', 'description'])
    .orderBy('id', isDown ? 'desc' : 'asc');
  if (after !== undefined) query = query.where('id', isDown ? '<' : '>', after);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map(({ id, rating, ...rest }) => ({
    _id: id,
    ratings: String(rating) as Review['ratings'],
    ...rest,
  }));
}

export interface NewReview {
  userId: string | null;
  name: string;
  email: string;
  ratings: Review['ratings'];
  description: string;
}

/** Inserts a review and returns its id. */
export async function insertReview(transaction: Queryable, review: NewReview): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('reviews')
    .values({
      id,
      user_id: review.userId,
      name: review.name,
      email: review.email,
      rating: Number(review.ratings),
      description: review.description,
    })
    .execute();
  return id;
}
