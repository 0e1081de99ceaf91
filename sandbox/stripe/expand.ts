import { wrongParameter } from './errors.ts';
import { type Database, get, type Kind } from './store.ts';

const EXPANDABLE: Record<string, Kind> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

/** Replaces the ids named by `expand[]` (`latest_charge`, `data.payment_method`, ...) by their objects. */
export async function expand(db: Database, answer: object, paths: readonly string[]): Promise<void> {
  for (const path of paths) await follow(db, answer as Record<string, unknown>, path.split('.'), path);
}

async function follow(
  db: Database,
  object: Record<string, unknown>,
  [field, ...rest]: string[],
  path: string,
): Promise<void> {
  const kind = EXPANDABLE[field!];
  let value = object[field!];
  if (kind && typeof value === 'string') {
    value = { ...(await get(db, kind, value)).body };
    object[field!] = value;
  } else if (field === 'refunds' && object.object === 'charge') {
    value ??= await refundsOf(db, String(object.id));
    object.refunds = value;
  } else if (field !== 'data' && !(kind && (value === null || typeof value === 'object'))) {
    throw wrongParameter('expand', `This property cannot be expanded (${path}).`);
  }
  if (rest.length === 0 || value === null) return;
  for (const item of Array.isArray(value) ? value : [value]) {
    await follow(db, item as Record<string, unknown>, rest, path);
  }
}

async function refundsOf(db: Database, charge: string): Promise<object> {
  const { rows } = await db.query<{ body: object }>(
    `select body from sandbox_stripe.objects where kind = 'refund' and body->>'charge' = $1
     order by seq desc limit 11`,
    [charge],
  );
  return {
    object: 'list',
    data: rows.slice(0, 10).map((row) => row.body),
    has_more: rows.length > 10,
    url: `/v1/charges/${charge}/refunds`,
  };
}
