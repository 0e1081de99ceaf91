import type { Database } from '../../server/ground/database/client.ts';

/**
 * Columns that background jobs change: when a payment was compared, a mail's state, when a session was last used,
 * and the cursors of refunds and disputes at the provider. The table `rate_limits`, whose counters also pace mails, and the
 * figures of days that are over are left out entirely.
 */
const RESTLESS_COLUMNS = [
  'checked_at',
  'sent_at',
  'next_at',
  'attempts',
  'problem',
  'facts',
  'updated_at',
  'seen_at',
];

/** A job removes tokens that have run out. */
const RUNS = 'and t.expires_at > now()';

/** Returns a hash of a shop's database, which stays the same as long as nothing is changed. */
export async function digestOf({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not in ('rate_limits', 'shop_days', 'shop_day_parts') order by 1`,
  );
  const digests = tables.map(
    ({ name }) => `select '${name} ' || count(*) || ' ' ||
      coalesce(md5(string_agg(row, chr(10) order by row)), '') as line
      from (select (to_jsonb(t) - $1::text[])::text as row from ${name} t
        where coalesce(to_jsonb(t) ->> 'name', '') not in ('refunds_seen_until', 'disputes_seen_until')
          ${name === 'access_tokens' ? RUNS : ''}) as rows`,
  );
  const { rows } = await pool.query<{ line: string }>(digests.join(' union all '), [RESTLESS_COLUMNS]);
  return rows.map(({ line }) => line).join('\n');
}
