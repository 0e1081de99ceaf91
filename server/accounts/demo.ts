import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { ORDINARY_HASHING } from './hashing.ts';

export const DEMO_PASSWORD = 'northbridge';
export const DEMO_BUYER = { name: 'Demo Buyer', email: 'buyer@example.com', role: 'customer' } as const;
export const DEMO_ADMIN = { name: 'Demo Admin', email: 'admin@example.com', role: 'admin' } as const;

interface DemoPerson {
  name: string;
  email: string;
  role: 'customer' | 'admin';
}

/** Adds accounts with the demo's password and proven addresses: by default those of the demo buyer and the demo admin. */
export async function insertDemoAccounts(
  transaction: Queryable,
  people: readonly DemoPerson[] = [DEMO_BUYER, DEMO_ADMIN],
): Promise<void> {
  // Hashing takes half a second: all have the hash of the first.
  const first = await transaction
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'user_id')
    .select('password')
    .where('email', '=', DEMO_BUYER.email)
    .executeTakeFirst();
  const password = first?.password ?? (await ORDINARY_HASHING.hash(DEMO_PASSWORD));
  for (const person of people) {
    const id = newId();
    await transaction
      .insertInto('users')
      .values({ id, ...person, email_verified: true })
      .execute();
    await transaction
      .insertInto('accounts')
      .values({ id: newId(), user_id: id, account_id: id, provider_id: 'credential', password })
      .execute();
  }
}
