import type { Adapter } from 'oidc-provider';
import type pg from 'pg';

interface Row {
  payload: Record<string, unknown>;
  consumed_at: Date | null;
}

/**
 * Where the OpenID library keeps objects of one kind, for every process on this database. `usedBefore` makes the error for
 * what can be used once only.
 */
export function createAdapter(pool: pg.Pool, kind: string, usedBefore: () => Error): Adapter {
  async function findWhere(column: 'id' | 'uid', value: string) {
    const { rows } = await pool.query<Row>({
      name: `sandbox_google_find_by_${column}`,
      text: `select payload, consumed_at from sandbox_google.objects
             where kind = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
      values: [kind, value],
    });
    const [row] = rows;
    if (!row) return undefined;
    return row.consumed_at
      ? { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
      : row.payload;
  }

  return {
    find: (id) => findWhere('id', id),
    findByUid: (uid) => findWhere('uid', uid),
    // Codes that people type belong to devices, which are not offered.
    findByUserCode: async () => undefined,

    async upsert(id, payload, expiresIn) {
      await pool.query({
        name: 'sandbox_google_upsert',
        text: `insert into sandbox_google.objects (kind, id, payload, grant_id, uid, expires_at)
               values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')
               on conflict (kind, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
                 uid = excluded.uid, expires_at = excluded.expires_at`,
        values: [kind, id, JSON.stringify(payload), payload.grantId ?? null, payload.uid ?? null, expiresIn],
      });
    },

    async consume(id) {
      const { rowCount } = await pool.query({
        name: 'sandbox_google_consume',
        text: `update sandbox_google.objects set consumed_at = now()
               where kind = $1 and id = $2 and consumed_at is null`,
        values: [kind, id],
      });
      // The library looked before; two that come at once both find it fresh.
      if (rowCount === 0) throw usedBefore();
    },

    async destroy(id) {
      await pool.query('delete from sandbox_google.objects where kind = $1 and id = $2', [kind, id]);
    },

    async revokeByGrantId(grantId) {
      await pool.query('delete from sandbox_google.objects where grant_id = $1', [grantId]);
    },
  };
}
