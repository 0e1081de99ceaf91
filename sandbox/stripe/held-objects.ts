import type pg from 'pg';

type Query = pg.PoolClient['query'];

interface Held {
  kind: string;
  created: number;
  /** JSON, as the table has it: what a handler does to an object that it was given changes nothing here. */
  body: string;
  secret: string;
}

/**
 * A database that keeps the objects of one transaction in memory, and writes those that have changed together, before any other
 * statement. Nobody else is to change them meanwhile.
 */
export class HeldObjects {
  readonly #db: { query: Query };
  readonly #held = new Map<string, Held>();
  readonly #changed = new Set<string>();

  constructor(db: { query: Query }) {
    this.#db = db;
  }

  readonly query = (async (...args: Parameters<Query>) => {
    await this.write();
    return this.#db.query(...args);
  }) as Query;

  put({ id, created }: { id: string; created: number }, { kind, body, secret }: Omit<Held, 'created'>): void {
    this.#held.set(id, { kind, created, body, secret });
    this.#changed.add(id);
  }

  get(id: string): Held | undefined {
    return this.#held.get(id);
  }

  /** Writes what has changed since the last time. */
  async write(): Promise<void> {
    if (this.#changed.size === 0) return;
    const rows = [...this.#changed].map((id) => ({ id, ...this.#held.get(id)! }));
    this.#changed.clear();
    await this.#db.query({
      name: 'sandbox_stripe_write_held',
      text: `insert into sandbox_stripe.objects (id, kind, created, body, secret)
        select id, kind, created, body::json, secret::json
        from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[]) as held (id, kind, created, body, secret)
        on conflict (id) do update set body = excluded.body, secret = excluded.secret`,
      values: [
        rows.map(({ id }) => id),
        rows.map(({ kind }) => kind),
        rows.map(({ created }) => created),
        rows.map(({ body }) => body),
        rows.map(({ secret }) => secret),
      ],
    });
  }
}
