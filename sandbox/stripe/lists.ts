import type { Call, Handler } from './call.ts';
import { wrongParameter } from './errors.ts';
import type { Params } from './form-body.ts';
import { allow, group, integer, text } from './parameters.ts';
import { type ApiObject, get, type Kind } from './store.ts';

interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

const PAGE = ['created', 'limit', 'starting_after'];

/** Returns the handler that lists the objects of a kind; `fields` are the parameters that filter by the field of that name. */
export function listing(kind: Kind, url: string, fields: readonly string[]): Handler {
  return (call) => {
    const filters = Object.fromEntries(fields.map((field) => [field, text(call.params, field)]));
    return list(call, kind, url, filters);
  };
}

/** Returns a page of the objects that match `filters`, newest first. */
export async function list<T extends ApiObject>(
  { db, params }: Call,
  kind: Kind,
  url: string,
  filters: Record<string, string | string[] | undefined>,
): Promise<List<T>> {
  allow(params, [...PAGE, ...Object.keys(filters)]);
  const limit = limitOf(params);
  const values: unknown[] = [kind];
  const conditions = ['kind = $1'];
  const use = (value: unknown) => `$${values.push(value)}`;
  for (const [field, value] of Object.entries(filters)) {
    if (value !== undefined) conditions.push(`body->>'${field}' = any(${use([value].flat())})`);
  }
  const created = group(params, 'created');
  allow(created, ['gte']);
  const since = integer(created, 'gte');
  if (since !== undefined) conditions.push(`created >= ${use(since)}`);
  const cursor = text(params, 'starting_after');
  if (cursor) {
    await get(db, kind, cursor, 'starting_after');
    conditions.push(`seq < (select seq from sandbox_stripe.objects where id = ${use(cursor)})`);
  }
  const { rows } = await db.query<{ body: T }>(
    `select body from sandbox_stripe.objects where ${conditions.join(' and ')}
     order by seq desc limit ${limit + 1}`,
    values,
  );
  const data = rows.slice(0, limit).map((row) => row.body);
  return { object: 'list', data, has_more: rows.length > limit, url };
}

function limitOf(params: Params): number {
  const limit = integer(params, 'limit') ?? 10;
  if (limit >= 1 && limit <= 100) return limit;
  const problem = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
  throw wrongParameter('limit', `This value must be ${problem}.`, 'parameter_invalid_integer');
}
