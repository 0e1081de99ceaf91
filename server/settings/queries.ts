import { sql } from 'kysely';
import { SECTIONS, type Section } from '#contract/settings.ts';
import type { Queryable } from '../database/client.ts';
import type { Saved } from './settings.ts';

/** On which processes hear of changes. */
export const CHANNEL = 'settings';

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
