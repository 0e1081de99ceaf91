import { randomBytes } from 'node:crypto';
import type { Queryable } from './client.ts';

/** A secret that is made once and then the same for every process on this database: 64 hexadecimal digits. */
export async function readSecret(db: Queryable, name: string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
