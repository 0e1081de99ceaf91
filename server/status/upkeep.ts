import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import type { Measure } from '../ground/module.ts';

/** What an operator lets run every night. */
type Upkeep = 'backup' | 'audit';

const nameOf = (what: Upkeep) => `last_${what}`;

/** SQLSTATE of a database that only reads, such as a standby. */
const READ_ONLY = '25006';

/** Notes that something of the upkeep has ended well just now. A standby is asked in vain: nothing is noted there. */
export async function noteUpkeep(db: Queryable, what: Upkeep): Promise<void> {
  const value = sql<string>`extract(epoch from now())::text`;
  await db
    .insertInto('settings')
    .values({ name: nameOf(what), value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
    .catch((error) => {
      if (error.code !== READ_ONLY) throw error;
    });
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
