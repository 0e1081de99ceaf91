import type pg from 'pg';

/** Notes that somebody has just changed something: no report that they ask for from now on, at any process, is without it. */
export async function noteWrite(primary: pg.Pool, userId: string): Promise<void> {
  await primary.query(
    `insert into staff_writes (user_id, position) values ($1, pg_current_wal_insert_lsn())
     on conflict (user_id) do update set position = excluded.position`,
    [userId],
  );
}

/**
 * The primary's position in the WAL after somebody's last write. One that lies ahead is of another cluster, from which the
 * database was restored.
 */
export async function positionOfWrites(primary: pg.Pool, userId: string): Promise<string | undefined> {
  const { rows } = await primary.query<{ position: string }>(
    'select position::text from staff_writes where user_id = $1 and position <= pg_current_wal_insert_lsn()',
    [userId],
  );
  return rows[0]?.position;
}
