import type pg from 'pg';
import type { Folders } from './backup.ts';

/**
 * Returns the uploads that products and the newest settings name and no folder has, such as `files/….pdf`: another DATA_DIR than the
 * shop's has none of them, and what is restored from its backup would be without them.
 */
export async function findMissing(pool: pg.Pool, folders: Folders): Promise<string[]> {
  const there = new Set<string>();
  // A picture is kept in several widths, and asked for without one.
  for (const [folder, store] of Object.entries(folders))
    for await (const file of store.list()) there.add(`${folder}/${file.replace(/-\d{1,5}\./, '.')}`);
  const { rows } = await pool.query<{ name: string }>(NAMED);
  return rows.map(({ name }) => name).filter((name) => !there.has(name));
}

/** Names as the shop gives them: 24 letters of a picture, 64 of a file. Pictures that come with the shop have others. */
const NAMED = `
  with texts as (
    select concat_ws(' ', image, more_images::text, attachments::text) as said from products where removed_at is null
    union all
    (select value::text from (
      select distinct on (section) value from shop_settings order by section, revision desc) as newest)
  )
  select distinct found[1] as name
  from texts, regexp_matches(said, '/((?:images/[0-9a-f]{24}|files/[0-9a-f]{64})[.][a-z0-9]{2,5})', 'g') as found
  order by name`;
