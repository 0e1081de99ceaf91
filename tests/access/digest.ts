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

/** What each table was hashed to, and the versions of its rows then: a table whose rows are the same is not hashed again. */
const known = new WeakMap<object, Map<string, { versions: string; digest: string }>>();

/** Returns a hash of a shop's database, which stays the same as long as nothing is changed. */
export async function digestOf({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows: names } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not in ('rate_limits', 'shop_days', 'shop_day_parts') order by 1`,
  );
  // A row that is written has the number of its transaction.
  const ofTables = names.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || sum(xmin::text::bigint) as versions from ${name}`,
  );
  const { rows: tables } = await pool.query<{ name: string; versions: string }>(ofTables.join(' union all '));
  const before = known.get(pool) ?? new Map();
  known.set(pool, before);
  for (const { name, versions } of tables) {
    if (before.get(name)?.versions === versions && name !== 'access_tokens') continue;
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row, chr(10) order by row)), '') as digest
        from (select (to_jsonb(t) - $1::text[])::text as row from ${name} t
          where coalesce(to_jsonb(t) ->> 'name', '') not in ('refunds_seen_until', 'disputes_seen_until')
            ${name === 'access_tokens' ? RUNS : ''}) as rows`,
      [RESTLESS_COLUMNS],
    );
    before.set(name, { versions, digest: rows[0]!.digest });
  }
  return tables.map(({ name }) => `${name} ${before.get(name)!.digest}`).join('\n');
}
