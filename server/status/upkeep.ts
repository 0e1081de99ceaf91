import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import type { Measure } from '../ground/module.ts';

/** What an operator lets run every night. */
type Upkeep = 'backup' | 'audit';

const nameOf = (what: Upkeep) => `last_${what}`;

/** SQLSTATEs of a database that only reads, such as a standby, and of a user who may not write the table. */
const READS_ONLY = ['25006', '42501'];

/**
 * Notes that something of the upkeep has ended well just now. What only reads is enough for a backup and an audit: nothing is noted there.
 * @returns a line that says why nothing was noted, or undefined
 */
export async function noteUpkeep(db: Queryable, what: Upkeep): Promise<string | undefined> {
  const value = sql<string>`extract(epoch from now())::text`;
  try {
    await db
      .insertInto('settings')
      .values({ name: nameOf(what), value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return undefined;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (!READS_ONLY.includes(code ?? '')) throw error;
    return `The time of this ${what} is not noted for monitoring: DATABASE_URL may not write it (${message}).`;
  }
}

/** When which upkeep has last ended well, in seconds since 1970; without what has never. */
export async function readUpkeep(db: Queryable): Promise<Partial<Record<Upkeep, number>>> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', (['backup', 'audit'] as const).map(nameOf))
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name.slice('last_'.length), Number(value)]));
}

export const upkeepMeasure = (db: Queryable): Measure => ({
  name: 'shop_upkeep_last_success_timestamp_seconds',
  help: 'When the last backup was whole, and the last audit found no fault',
  label: 'what',
  read: () => readUpkeep(db),
});
