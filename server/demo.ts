import { sql } from 'kysely';
import type { Database, Queryable } from './ground/database/client.ts';
import { modules } from './modules.ts';

/** Fills an empty database with what each module has for a demo, once; true when it did. For sandboxes only. */
export async function seedDemo(
  { db }: Database,
  filling: readonly Pick<(typeof modules)[number], 'demo'>[] = modules,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(transaction);
    // Another process may have been faster.
    if (await isFilled(transaction)) return false;
    for (const module of filling) await module.demo?.(transaction);
    await transaction.insertInto('settings').values({ name: 'demo', value: 'filled' }).execute();
    return true;
  });
}

export async function isFilled(db: Queryable): Promise<boolean> {
  const done = await db.selectFrom('settings').select('name').where('name', '=', 'demo').executeTakeFirst();
  const product = await db.selectFrom('products').select('id').limit(1).executeTakeFirst();
  return done !== undefined || product !== undefined;
}
