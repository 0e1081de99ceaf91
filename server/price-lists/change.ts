import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import type {
  AssignedLists,
  CompanyLists,
  NewPriceList,
  PriceListChange,
} from '#contract/price-lists/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { invalidInput, notFound, requireRevision } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import { recordEvent } from '../log/queries.ts';
import { keepPercent, lockPriceList, replacePrices, requireKnown, toLines } from './prices.ts';

/** Adds a price list; returns its id. Throws 400 for parts that are unknown. */
export async function insertPriceList(
  transaction: Queryable,
  { name, validFrom = null, validTo = null, minusPercent, prices = [] }: NewPriceList,
  actor: string,
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('price_lists')
    .values({
      id,
      name,
      valid_from: validFrom,
      valid_to: validTo,
      minus_percent: minusPercent,
      created_by: actor,
    })
    .execute();
  const { found, added: parts } = await replacePrices(transaction, id, {
    lines: toLines(prices),
    isNew: true,
  });
  requireKnown(prices, found);
  await recordEvent(transaction, {
    kind: 'price_list_added',
    actor,
    facts: { listId: id, name, parts, ...(minusPercent !== undefined && { minusPercent }) },
  });
  return id;
}

/**
 * Changes a price list: of its prices only those of the parts that are named. Throws 404, and 400 for unknown parts, prices of a list
 * that has a percentage, a percentage of one that has prices, and days in the wrong order; 409 where it is not of `version` any more.
 */
export async function updatePriceList(
  transaction: Queryable,
  id: string,
  { prices = [], removed = [], minusPercent, version, ...change }: PriceListChange,
  actor: string,
): Promise<void> {
  const list = await lockPriceList(transaction, id);
  requireRevision(version, list.version);
  const hasPercent = list.minus_percent !== null;
  if (hasPercent ? prices.length > 0 : minusPercent !== undefined)
    throw invalidInput([fieldError(hasPercent ? 'prices' : 'minusPercent', 'price_list_rule')]);
  const { name = list.name, validFrom = list.valid_from, validTo = list.valid_to } = change;
  if (validFrom && validTo && validFrom > validTo) throw invalidInput([fieldError('validTo', 'valid_days')]);
  await transaction
    .updateTable('price_lists')
    .set({ name, valid_from: validFrom, valid_to: validTo, version: sql<number>`version + 1` })
    .$if(minusPercent !== undefined, (query) => query.set({ minus_percent: minusPercent! }))
    .where('id', '=', id)
    .execute();
  if (minusPercent !== undefined)
    await keepPercent(transaction, id, { was: Number(list.minus_percent), became: minusPercent });
  const { found, gone } = await replacePrices(transaction, id, { lines: toLines(prices), removed });
  requireKnown(prices, found);
  const hasNewDays = validFrom !== list.valid_from || validTo !== list.valid_to;
  await recordEvent(transaction, {
    kind: 'price_list_changed',
    actor,
    facts: {
      ...{ listId: id, name, priced: new Set(prices.map(({ productId }) => productId.toLowerCase())).size },
      removed: gone,
      ...(minusPercent !== undefined && { minusPercent }),
      ...(hasNewDays && { valid: { from: validFrom ?? '', to: validTo ?? '' } }),
    },
  });
}

/** Adds a group of buyers; returns its id. Throws 400 where another has its name. */
export async function insertGroup(transaction: Queryable, name: string, actor: string): Promise<string> {
  const id = newId();
  await explainRefused(transaction.insertInto('buyer_groups').values({ id, name }).execute(), {
    buyer_groups_by_name: () => invalidInput([fieldError('name', 'buyer_group_taken')]),
  });
  await recordEvent(transaction, { kind: 'buyer_group_added', actor, facts: { name } });
  return id;
}

/**
 * Says which lists count for a company, and which group it belongs to. Throws 404, 400 for unknown lists or groups, and 409 where they are
 * not those of `version` any more.
 */
export async function assignToCompany(
  transaction: Queryable,
  id: string,
  { ids, groupId, version }: CompanyLists,
  actor: string,
): Promise<void> {
  const company = isId(id)
    ? await transaction
        .selectFrom('buyers')
        .select(['name', 'lists_version'])
        .where('id', '=', id)
        .where('kind', '=', 'company')
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (!company) throw notFound('company');
  requireRevision(version, company.lists_version);
  const lists = await requireLists(transaction, ids);
  const group = groupId ? await findGroup(transaction, groupId) : undefined;
  if (groupId && !group) throw notFound('buyer_group');
  await transaction
    .updateTable('buyers')
    .set({ lists_version: company.lists_version + 1, ...(groupId !== undefined && { group_id: groupId }) })
    .where('id', '=', id)
    .execute();
  await transaction.deleteFrom('buyer_price_lists').where('buyer_id', '=', id).execute();
  const rows = ids.map((listId, n) => ({ buyer_id: id, position: n + 1, list_id: listId }));
  if (rows.length > 0) await transaction.insertInto('buyer_price_lists').values(rows).execute();
  const facts = {
    to: 'company',
    id,
    name: company.name!,
    lists,
    ...(group && { group: group.name }),
  } as const;
  await recordEvent(transaction, { kind: 'price_lists_assigned', actor, facts });
}

/** Says which lists count for a group of buyers. Throws 404, 400 for unknown lists, and 409 where they are not those of `version` any more. */
export async function assignToGroup(
  transaction: Queryable,
  id: string,
  { ids, version }: AssignedLists,
  actor: string,
): Promise<void> {
  const group = await findGroup(transaction, id);
  if (!group) throw notFound('buyer_group');
  requireRevision(version, group.lists_version);
  const lists = await requireLists(transaction, ids);
  await transaction
    .updateTable('buyer_groups')
    .set({ lists_version: group.lists_version + 1 })
    .where('id', '=', id)
    .execute();
  await transaction.deleteFrom('group_price_lists').where('group_id', '=', id).execute();
  const rows = ids.map((listId, n) => ({ group_id: id, position: n + 1, list_id: listId }));
  if (rows.length > 0) await transaction.insertInto('group_price_lists').values(rows).execute();
  const facts = { to: 'group', id, name: group.name, lists } as const;
  await recordEvent(transaction, { kind: 'price_lists_assigned', actor, facts });
}

async function findGroup(transaction: Queryable, id: string) {
  if (!isId(id)) return undefined;
  const groups = transaction.selectFrom('buyer_groups').select(['name', 'lists_version']);
  return groups.where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Returns the names of lists, in their order. Throws 400 for unknown ones. */
async function requireLists(transaction: Queryable, ids: string[]): Promise<string[]> {
  const asked = ids.filter(isId);
  const rows =
    asked.length === 0
      ? []
      : await transaction.selectFrom('price_lists').select(['id', 'name']).where('id', 'in', asked).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const unknown = ids.flatMap((id, n) =>
    names.has(id.toLowerCase()) ? [] : [fieldError(`ids.${n}`, 'price_list_unknown')],
  );
  if (unknown.length > 0) throw invalidInput(unknown);
  return ids.map((id) => names.get(id.toLowerCase())!);
}
