import { sql } from 'kysely';
import type { Review, ReviewListQuery } from '#contract/reviews.ts';
import type { Queryable } from '../database/client.ts';
import { isId, newId } from '../database/uuid.ts';
import { recordEvent } from '../events/queries.ts';

/** Returns the number of reviews that are shown, or of all. */
export async function countReviews(db: Queryable, isAll = false): Promise<number> {
  const { total } = await db
    .selectFrom('reviews')
    .$if(!isAll, (query) => query.where('hidden_at', 'is', null))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns reviews, oldest or newest first, with full addresses: those that are shown or, with `hidden`, all. */
export async function listReviews(
  db: Queryable,
  { limit, after, sort, hidden }: ReviewListQuery,
): Promise<Review[]> {
  if (after !== undefined && !isId(after)) return [];
  const isDown = sort === 'newest';
  let query = db
    .selectFrom('reviews')
    .$if(!hidden, (found) => found.where('hidden_at', 'is', null))
    .select(['id', 'name', 'email', 'rating', 'description', 'hidden_at', 'hidden_by', 'hidden_why'])
    .select(HAS_PAID)
    .orderBy('id', isDown ? 'desc' : 'asc');
  if (after !== undefined) query = query.where('id', isDown ? '<' : '>', after);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map(({ id, rating, verified, hidden_at: at, hidden_by: by, hidden_why: why, ...rest }) => ({
    _id: id,
    ratings: String(rating) as Review['ratings'],
    ...rest,
    ...(verified && { verified: true as const }),
    ...(at && { hidden: { at: at.toISOString(), by: by!, why: why! } }),
  }));
}

/** Whether the author has paid an order: of the shop, which is what is reviewed. */
const HAS_PAID = sql<boolean>`exists (select from purchases where purchases.user_id = reviews.user_id
  and paid_at is not null and state <> 'deleted')`.as('verified');

/** Hides a review, or shows it again (without `why`), and notes it; answers how many it changed. */
export async function setHidden(
  transaction: Queryable,
  { id, actor, why }: { id: string; actor: string; why?: string },
): Promise<number> {
  if (!isId(id)) return 0;
  const hidden = why === undefined ? { at: null, by: null } : { at: new Date(), by: actor };
  const changed = await transaction
    .updateTable('reviews')
    .set({ hidden_at: hidden.at, hidden_by: hidden.by, hidden_why: why ?? null })
    .where('id', '=', id)
    .where('hidden_at', why === undefined ? 'is not' : 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!changed) return 0;
  const told = { actor, person: changed.email };
  await recordEvent(
    transaction,
    why === undefined ? { kind: 'review_restored', ...told } : { kind: 'review_hidden', ...told, why },
  );
  return 1;
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
