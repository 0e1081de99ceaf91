import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { missing } from './errors.ts';
import { HeldObjects } from './held-objects.ts';

/** A pool, a client in a transaction, or objects that are held in memory. */
export type Database = Pick<pg.PoolClient, 'query'>;

export type Kind = 'payment_intent' | 'payment_method' | 'charge' | 'refund' | 'dispute' | 'event';

/** The common fields of Stripe's objects. */
export interface ApiObject {
  id: string;
  object: string;
  created: number;
}

export interface Stored<T extends ApiObject, S = Record<string, unknown>> {
  body: T;
  secret: S;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random letters and digits, uniformly distributed. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;

/** Returns null for fields that Stripe's objects have and the sandbox does not fill. */
export const absent = <K extends string>(...fields: K[]): Record<K, null> =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<K, null>;

/** Seconds since 1970, like all of Stripe's times. */
export const now = (): number => Math.floor(Date.now() / 1000);

export async function insert(
  db: Database,
  kind: Kind,
  body: ApiObject,
  secret: Record<string, unknown> = {},
): Promise<void> {
  if (db instanceof HeldObjects) {
    db.put(body, { kind, body: JSON.stringify(body), secret: JSON.stringify(secret) });
    return;
  }
  await db.query({
    name: 'sandbox_stripe_insert',
    text: 'insert into sandbox_stripe.objects (id, kind, created, body, secret) values ($1, $2, $3, $4, $5)',
    values: [body.id, kind, body.created, JSON.stringify(body), JSON.stringify(secret)],
  });
}

export async function save(db: Database, body: ApiObject, secret?: Record<string, unknown>): Promise<void> {
  const held = db instanceof HeldObjects && db.get(body.id);
  if (held) {
    const { kind } = held;
    db.put(body, { kind, body: JSON.stringify(body), secret: secret ? JSON.stringify(secret) : held.secret });
    return;
  }
  await db.query({
    name: 'sandbox_stripe_save',
    text: 'update sandbox_stripe.objects set body = $2, secret = coalesce($3, secret) where id = $1',
    values: [body.id, JSON.stringify(body), secret === undefined ? null : JSON.stringify(secret)],
  });
}

export async function find<T extends ApiObject, S = Record<string, unknown>>(
  db: Database,
  kind: Kind,
  id: string,
  lock = false,
): Promise<Stored<T, S> | undefined> {
  const held = db instanceof HeldObjects && db.get(id);
  if (held)
    return held.kind === kind ? { body: JSON.parse(held.body), secret: JSON.parse(held.secret) } : undefined;
  const { rows } = await db.query<Stored<T, S>>({
    name: lock ? 'sandbox_stripe_lock' : 'sandbox_stripe_find',
    text: `select body, secret from sandbox_stripe.objects where id = $1 and kind = $2 ${lock ? 'for update' : ''}`,
    values: [id, kind],
  });
  return rows[0];
}

/** Returns an object, or throws Stripe's 404. `param` is the parameter with its id. */
export async function get<T extends ApiObject, S = Record<string, unknown>>(
  db: Database,
  kind: Kind,
  id: string,
  param?: string,
  lock = false,
): Promise<Stored<T, S>> {
  const found = await find<T, S>(db, kind, id, lock);
  if (!found) throw missing(kind, id, param);
  return found;
}

/** Returns an object with its row locked until the transaction ends, or throws Stripe's 404. */
export function getLocked<T extends ApiObject, S = Record<string, unknown>>(
  db: Database,
  kind: Kind,
  id: string,
  param?: string,
): Promise<Stored<T, S>> {
  return get<T, S>(db, kind, id, param, true);
}
