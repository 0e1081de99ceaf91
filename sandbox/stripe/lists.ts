import { wrongParameter } from './errors.ts';
import type { Params } from './form-body.ts';
import { group, integer, text } from './parameters.ts';
import { type ApiObject, type Database, get, type Kind } from './store.ts';

export interface ListParameters {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
  created: { gt?: number; gte?: number; lt?: number; lte?: number };
}

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export function listParameters(params: Params): ListParameters {
  const limit = integer(params, 'limit') ?? 10;
  if (limit < 1) {
    throw wrongParameter(
      'limit',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    );
  }
  if (limit > 100) {
    throw wrongParameter(
      'limit',
      'This value must be less than or equal to 100.',
      'parameter_invalid_integer',
    );
  }
  const startingAfter = text(params, 'starting_after');
  const endingBefore = text(params, 'ending_before');
  if (startingAfter && endingBefore) {
    throw wrongParameter(
      'ending_before',
      'You may only specify one of these parameters: starting_after, ending_before.',
    );
  }
  return {
    limit,
    ...(startingAfter && { startingAfter }),
    ...(endingBefore && { endingBefore }),
    created: range(params),
  };
}

function range(params: Params): ListParameters['created'] {
  if (typeof params.created === 'string') {
    const at = integer(params, 'created')!;
    return { gte: at, lte: at };
  }
  const given = group(params, 'created');
  const bounds: ListParameters['created'] = {};
  for (const bound of ['gt', 'gte', 'lt', 'lte'] as const) {
    const value = integer(given, bound);
    if (value !== undefined) bounds[bound] = value;
  }
  return bounds;
}

/** A page of objects, the newest first. `where.sql` filters further and names its value $1. */
export async function list<T extends ApiObject>(
  db: Database,
  kind: Kind,
  url: string,
  page: ListParameters,
  where?: { sql: string; value: unknown },
): Promise<List<T>> {
  const values: unknown[] = where ? [where.value] : [];
  const conditions = where ? [where.sql] : [];
  const use = (value: unknown) => `$${values.push(value)}`;
  conditions.push(`kind = ${use(kind)}`);
  for (const [bound, sign] of [
    ['gt', '>'],
    ['gte', '>='],
    ['lt', '<'],
    ['lte', '<='],
  ] as const) {
    const value = page.created[bound];
    if (value !== undefined) conditions.push(`created ${sign} ${use(value)}`);
  }
  const cursor = page.startingAfter ?? page.endingBefore;
  if (cursor !== undefined) {
    await get(db, kind, cursor, page.startingAfter ? 'starting_after' : 'ending_before');
    const sign = page.startingAfter ? '<' : '>';
    conditions.push(`seq ${sign} (select seq from sandbox_stripe.objects where id = ${use(cursor)})`);
  }
  const { rows } = await db.query<{ body: T }>(
    `select body from sandbox_stripe.objects where ${conditions.join(' and ')}
     order by seq ${page.endingBefore ? 'asc' : 'desc'} limit ${page.limit + 1}`,
    values,
  );
  const data = rows.slice(0, page.limit).map((row) => row.body);
  if (page.endingBefore) data.reverse();
  return { object: 'list', data, has_more: rows.length > page.limit, url };
}
