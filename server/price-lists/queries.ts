import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#contract/kernel/fields.ts';
import { fromMicros } from '#contract/kernel/money.ts';
import type {
  BuyerGroup,
  CompanyListsNow,
  PriceList,
  PriceListEdit,
  PriceListPage,
} from '#contract/price-lists/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { today } from '../ground/days.ts';
import { notFound } from '../ground/handling/problem.ts';
import { toPriced } from './offers.ts';

/** Parts of a list that are answered at once. */
const PAGE = 100;

const COLUMNS = [
  'id',
  'name',
  'currency',
  'valid_from',
  'valid_to',
  'minus_percent',
  'parts',
  'version',
  'created_at',
] as const;

interface Row {
  id: string;
  name: string;
  currency: string;
  valid_from: string | null;
  valid_to: string | null;
  minus_percent: string | null;
  parts: number;
  version: number;
  created_at: Date;
}

function toList(row: Row): PriceList {
  return {
    _id: row.id,
    name: row.name,
    currency: row.currency,
    validFrom: row.valid_from ?? undefined,
    validTo: row.valid_to ?? undefined,
    minusPercent: row.minus_percent === null ? undefined : Number(row.minus_percent),
    parts: row.parts,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns price lists, the newest first. */
export async function listPriceLists(db: Queryable, { limit, after }: Page): Promise<PriceList[]> {
  if (after !== undefined && !isId(after)) return [];
  const rows = await db
    .selectFrom('price_lists')
    .select(COLUMNS)
    .$if(after !== undefined, (query) => query.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(limit ?? PAGE)
    .execute();
  return rows.map(toList);
}

/** Returns how many price lists there are. */
export async function countPriceLists(db: Queryable): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from price_lists`.execute(db);
  return rows[0]!.total;
}

/** Returns a price list with the prices of 100 parts, those after the part `after`. Throws 404. */
export async function getPriceList(db: Queryable, id: string, after?: string): Promise<PriceListPage> {
  const row = isId(id)
    ? await db.selectFrom('price_lists').select(COLUMNS).where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw notFound('price_list');
  const lines = await db
    .selectFrom('price_list_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .select([
      'product_id',
      'sku',
      'products.name',
      'line.price_micros as micros',
      'products.price_micros as listed',
    ])
    .select(['line.break_from as breakFrom', 'line.break_micros as breakMicros'])
    .where('list_id', '=', row.id)
    .$if(after !== undefined && isId(after), (query) => query.where('product_id', '>', after!))
    .orderBy('product_id')
    .limit(PAGE)
    .execute();
  const prices = lines.map((line) => {
    const { price, priceBreaks } = toPriced(line);
    const { product_id: productId, sku, name, listed } = line;
    return { productId, sku, name, price, priceBreaks, listPrice: fromMicros(listed) };
  });
  return { ...toList(row), prices, ...(await whoHas(db, row.id)), changes: await listChanges(db, row.id) };
}

/** Returns the changes of a list that are kept, the newest first. */
async function listChanges(db: Queryable, listId: string): Promise<PriceListEdit[]> {
  const rows = await db
    .selectFrom('price_list_changes as change')
    .leftJoin('price_list_changes as undone', 'undone.id', 'change.undo_of')
    .select(['change.id', 'change.priced', 'change.removed', 'change.minus_was', 'change.minus_became'])
    .select(['change.created_at', 'change.undone_at', 'change.undo_by', 'undone.created_at as undid'])
    .where('change.list_id', '=', listId)
    .orderBy('change.id', 'desc')
    .execute();
  return rows.map(({ id, priced, removed, minus_was: was, minus_became: became, undo_by: by, ...row }) => ({
    ...{ _id: id, createdAt: row.created_at.toISOString(), priced, removed },
    ...(was !== null && { minusPercent: { was: Number(was), became: Number(became) } }),
    undoneAt: row.undone_at?.toISOString(),
    ...(by !== null && { undo: { by, of: row.undid?.toISOString() } }),
  }));
}

/** Returns the companies, 100 at most, and the groups that have a list, by name. */
async function whoHas(db: Queryable, listId: string): Promise<Pick<PriceListPage, 'companies' | 'groups'>> {
  const companies = await db
    .selectFrom('buyer_price_lists')
    .innerJoin('buyers', 'buyers.id', 'buyer_id')
    .select((of) => ['buyers.id as _id', of.fn.coalesce('buyers.name', sql<string>`''`).as('name')])
    .where('list_id', '=', listId)
    .where('kind', '=', 'company')
    .orderBy('buyers.name')
    .limit(PAGE)
    .execute();
  const groups = await db
    .selectFrom('group_price_lists')
    .innerJoin('buyer_groups', 'buyer_groups.id', 'group_id')
    .select(['buyer_groups.id as _id', 'name'])
    .where('list_id', '=', listId)
    .orderBy('name')
    .execute();
  return { companies, groups };
}

/** Names the price lists of rows with a position, in their order, and those days that keep one from counting today. */
const named = (rows: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_strip_nulls(json_build_object('_id', id, 'name', name,
    'begins', case when valid_from > ${today} then valid_from end, 'ended', case when valid_to < ${today} then valid_to end
  )) order by position), '[]')
  from ${rows} join price_lists on price_lists.id = list_id)`;

/** Returns the price lists of a company in their order, and its group. Throws 404. */
export async function getCompanyLists(db: Queryable, id: string): Promise<CompanyListsNow> {
  const { rows } = await sql<CompanyListsNow>`
    select group_id as "groupId", lists_version as version, array(
      select list_id from buyer_price_lists where buyer_id = buyers.id order by position
    ) as ids, ${named(sql`(select list_id, position from buyer_price_lists where buyer_id = buyers.id) as own`)} as lists, (
      select json_build_object('name', buyer_groups.name, 'lists',
        ${named(sql`(select list_id, position from group_price_lists where group_id = buyer_groups.id) as own`)})
      from buyer_groups where buyer_groups.id = group_id
    ) as "group"
    from buyers where id = ${isId(id) ? id : null}::uuid and kind = 'company'`.execute(db);
  if (!rows[0]) throw notFound('company');
  return rows[0];
}

/** Returns the groups of buyers by name, with the ids of their price lists. */
export async function listGroups(db: Queryable): Promise<BuyerGroup[]> {
  const { rows } = await sql<BuyerGroup>`
    select id as "_id", name, lists_version as version, array(
      select list_id from group_price_lists where group_id = buyer_groups.id order by position
    ) as "priceLists"
    from buyer_groups order by lower(name)`.execute(db);
  return rows;
}
