import { type SqlBool, sql } from 'kysely';
import type { DeskReview, DeskReviewListQuery, Review, ReviewListQuery } from '#contract/reviews/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { recordEvent } from '../log/queries.ts';

/** Returns the number of reviews that are shown. */
export async function countReviews(db: Queryable): Promise<number> {
  const { total } = await db
    .selectFrom('reviews')
    .where('hidden_at', 'is', null)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns the reviews that are shown, oldest or newest first, with full addresses. */
export async function listReviews(db: Queryable, { limit, after, sort }: ReviewListQuery): Promise<Review[]> {
  if (after !== undefined && !isId(after)) return [];
  const isDown = sort === 'newest';
  let query = selectReviews(db)
    // guard: server/reviews/reviews.test.ts
    .where('hidden_at', 'is', null)
    .orderBy('id', isDown ? 'desc' : 'asc');
  if (after !== undefined) query = query.where('id', isDown ? '<' : '>', after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toReview);
}

/** Whether the author has paid an order: of the shop, which is what is reviewed. */
const HAS_PAID = sql<boolean>`exists (select from purchases where purchases.user_id = reviews.user_id
  and paid_at is not null and state <> 'deleted')`.as('verified');

function selectReviews(db: Queryable) {
  return db.selectFrom('reviews').select(['id', 'name', 'email', 'rating', 'description']).select(HAS_PAID);
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number];

function toReview({ id, name, email, rating, description, verified }: ReviewRow): Review {
  return {
    _id: id,
    name,
    email,
    ratings: String(rating) as Review['ratings'],
    description,
    ...(verified && { verified: true as const }),
  };
}

/** What staff's list is narrowed by: the words also by the authors' addresses, for who may read these. */
type Narrowing = Pick<DeskReviewListQuery, 'q' | 'state'> & { byAddress: boolean };

/** Returns a page of all reviews, or of those that a filter leaves, newest first, and how many they are. */
export async function listDeskReviews(
  db: Queryable,
  { limit, after, ...narrowing }: DeskReviewListQuery & Narrowing,
): Promise<{ reviews: DeskReview[]; total: number }> {
  const { total } = await narrow(db.selectFrom('reviews'), narrowing)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (after !== undefined && !isId(after)) return { reviews: [], total };
  let query = narrow(selectReviews(db), narrowing)
    .select(['created_at', 'hidden_at', 'hidden_by', 'hidden_why'])
    .orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', after);
  if (limit !== undefined) query = query.limit(limit);
  const reviews = (await query.execute()).map((row) => ({
    ...toReview(row),
    createdAt: row.created_at.toISOString(),
    ...(row.hidden_at && {
      hidden: { at: row.hidden_at.toISOString(), by: row.hidden_by!, why: row.hidden_why! },
    }),
  }));
  return { reviews, total };
}

/** The conditions of a filter, on a query of reviews. */
function narrow<Q extends { where(condition: ReturnType<typeof sql<SqlBool>>): Q }>(
  query: Q,
  { q = '', state, byAddress }: Narrowing,
): Q {
  const conditions = [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))].map(
    (word) =>
      sql<SqlBool>`(strpos(lower(description), ${word}) > 0 or strpos(lower(name), ${word}) > 0
        or ${byAddress}::boolean and strpos(email, ${word}) > 0)`,
  );
  if (state === 'shown') conditions.push(sql<SqlBool>`hidden_at is null`);
  if (state === 'hidden') conditions.push(sql<SqlBool>`hidden_at is not null`);
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query);
}

interface HiddenChange {
  id: string;
  to: NonNullable<DeskReviewListQuery['state']>;
  actor: string;
  why: string;
}

/** Hides a review, or shows it again, and notes why; answers how many it changed. */
export async function setHidden(
  transaction: Queryable,
  { id, to, actor, why }: HiddenChange,
): Promise<number> {
  if (!isId(id)) return 0;
  const isHiding = to === 'hidden';
  const changed = await transaction
    .updateTable('reviews')
    .set(
      isHiding
        ? { hidden_at: sql<Date>`now()`, hidden_by: actor, hidden_why: why }
        : { hidden_at: null, hidden_by: null, hidden_why: null },
    )
    .where('id', '=', id)
    .where('hidden_at', isHiding ? 'is' : 'is not', null)
    .returning('email')
    .executeTakeFirst();
  if (!changed) return 0;
  const kind = isHiding ? 'review_hidden' : 'review_restored';
  await recordEvent(transaction, { kind, actor, person: changed.email, why });
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
