import { hashPassword } from 'better-auth/crypto';
import { sql } from 'kysely';
import { catalogue } from '#content/catalogue.ts';
import { sampleReviews } from '#content/reviews.ts';
import { SHOP } from '../events/queries.ts';
import { insertProduct } from '../products/queries.ts';
import { insertReview } from '../reviews/queries.ts';
import type { Database, Queryable } from './client.ts';
import { newId } from './uuid.ts';

export const DEMO_PASSWORD = 'northbridge';
export const DEMO_BUYER = { name: 'Demo Buyer', email: 'buyer@example.com', role: 'customer' } as const;
export const DEMO_ADMIN = { name: 'Demo Admin', email: 'admin@example.com', role: 'admin' } as const;

/** Fills an empty database with the demo accounts, catalogue and reviews, once; true when it did. For sandboxes only. */
export async function seedDemo({ db }: Database): Promise<boolean> {
  if (await isFilled(db)) return false;
  const password = await hashPassword(DEMO_PASSWORD);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(transaction);
    // Another process may have been faster.
    if (await isFilled(transaction)) return false;
    const buyerId = await insertAccount(transaction, DEMO_BUYER, password);
    await insertAccount(transaction, DEMO_ADMIN, password);
    for (const { slug, ...details } of catalogue) {
      await insertProduct(transaction, { ...details, image: `/images/${slug}.webp` }, SHOP);
    }
    for (const review of sampleReviews) {
      await insertReview(transaction, {
        userId: buyerId,
        name: DEMO_BUYER.name,
        email: DEMO_BUYER.email,
        ...review,
      });
    }
    await transaction.insertInto('settings').values({ name: 'demo', value: 'filled' }).execute();
    return true;
  });
}

async function isFilled(db: Queryable): Promise<boolean> {
  const done = await db.selectFrom('settings').select('name').where('name', '=', 'demo').executeTakeFirst();
  const product = await db.selectFrom('products').select('id').limit(1).executeTakeFirst();
  return done !== undefined || product !== undefined;
}

async function insertAccount(
  transaction: Queryable,
  person: typeof DEMO_BUYER | typeof DEMO_ADMIN,
  password: string,
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('users')
    .values({ id, ...person, email_verified: true })
    .execute();
  await transaction
    .insertInto('accounts')
    .values({ id: newId(), user_id: id, account_id: id, provider_id: 'credential', password })
    .execute();
  return id;
}
