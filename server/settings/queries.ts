import { sql } from 'kysely';
import { SECTIONS, type Section } from '#contract/settings/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { Problem } from '../ground/handling/problem.ts';

/** On which processes hear of changes. */
export const CHANNEL = 'settings';

/** A section as it was saved last; null: as content/ and the environment say. */
export interface Saved {
  revision: number;
  value: object | null;
}

/** Returns each section that was ever saved as it was saved last. */
export async function readNewest(db: Queryable): Promise<Map<Section, Saved>> {
  const { rows } = await sql<Saved & { section: Section }>`
    select named.section, newest.*
    from unnest(${SECTIONS}::text[]) as named (section)
      cross join lateral (
        select revision, value from shop_settings where shop_settings.section = named.section
        order by revision desc limit 1
      ) as newest`.execute(db);
  return new Map(rows.map(({ section, revision, value }) => [section, { revision, value }]));
}

/** Versions of a section that are kept. */
const KEPT_VERSIONS = 50;
/** Those that are shown. */
export const SHOWN_VERSIONS = 20;

/** A version of a section as it is kept. */
export interface Version extends Saved {
  at: Date;
  who: string;
}

/**
 * Saves a section, based on a revision of it. Throws 409 when it has changed since: the key refuses the second of two changes at
 * once. Forgets its oldest versions, and tells every process when the transaction commits.
 */
export async function insertVersion(
  transaction: Queryable,
  section: Section,
  { revision, value }: Saved,
  who: string,
): Promise<void> {
  const { rows } = await sql`
    insert into shop_settings (section, revision, value, saved_by)
    select ${section}, ${revision}::int + 1, ${value && JSON.stringify(value)}::jsonb, ${who}
    where ${revision}::int = coalesce((select max(revision) from shop_settings where section = ${section}), 0)
    on conflict do nothing
    returning revision`.execute(transaction);
  if (rows.length === 0) {
    const newest = await sql<{ revision: number }>`
      select revision from shop_settings where section = ${section} order by revision desc limit 1`.execute(
      transaction,
    );
    throw new Problem('changed_meanwhile', { revision: newest.rows[0]?.revision ?? 0 });
  }
  await sql`
    delete from shop_settings where section = ${section} and revision <= ${revision + 1 - KEPT_VERSIONS}::int`.execute(
    transaction,
  );
  await sql`select pg_notify(${CHANNEL}, ${section})`.execute(transaction);
}

/** Returns the last versions of a section, newest first, and the one before them, with which the oldest is compared. */
export async function listVersions(db: Queryable, section: Section): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select revision, value, saved_at as at, saved_by as who from shop_settings where section = ${section}
    order by revision desc limit ${SHOWN_VERSIONS + 1}`.execute(db);
  return rows;
}
