import { hash } from 'node:crypto';
import { makeBuyers } from '../accounts/testing.ts';
import type { Database } from '../database/client.ts';
import { newId } from '../database/uuid.ts';
import type { Caller } from '../http/handler.ts';
import { insertProduct } from '../products/queries.ts';

/** Somebody who is signed in, as a handler gets to know of them. */
export async function addCaller({ pool }: Database): Promise<Caller> {
  const [buyer] = await makeBuyers(pool, 1);
  const { id: userId, token, ...rest } = buyer!;
  return { ...rest, kind: 'person', userId, name: 'Test Buyer', tokenHash: hash('sha256', token) };
}

/** A product of which so many pieces are in stock; answers its id. */
export function addProduct(
  { db }: Database,
  available: number,
  overrides: { minOrder?: number; price?: number } = {},
): Promise<string> {
  return insertProduct(
    db,
    {
      name: `Part ${newId()}`,
      image: '/images/x.webp',
      shortDetails: 'A part',
      minOrder: 100,
      price: 2.5,
      available,
      ...overrides,
    },
    'admin@example.com',
  );
}
