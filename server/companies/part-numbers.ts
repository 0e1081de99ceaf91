/** A company's own numbers of parts, in the database. */
import { sql } from 'kysely';
import { MOST_PART_NUMBERS, type NewPartNumber, type PartNumber } from '#contract/companies/part-numbers.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { Page } from '#contract/kernel/fields.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import { LONGEST_OF_LINE } from '#contract/matching/limits.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import { partNumberKey } from '../products/part-number.ts';

/** A page of a company's numbers, in their order; `onSale`: of parts that are on sale alone. None for an unknown `after`. */
export async function listPartNumbers(
  db: Queryable,
  buyerId: string,
  { limit, after }: Page,
  { onSale = false } = {},
): Promise<(PartNumber & { _id: string })[]> {
  if (after !== undefined && !isId(after)) return [];
  const { rows } = await sql<Omit<PartNumber, 'changedAt'> & { _id: string; changedAt: Date }>`
    select product_id as _id, product_id as "productId", number, sku, name,
      part_numbers.changed_at as "changedAt"
    from part_numbers join products on products.id = product_id
    where buyer_id = ${buyerId} and (removed_at is null or not ${onSale}::boolean) and (${after ?? null}::uuid is null or number_key > (
      select number_key from part_numbers last where last.buyer_id = ${buyerId} and last.product_id = ${after ?? null}::uuid))
    order by number_key limit ${limit ?? null}::int`.execute(db);
  return rows.map(({ changedAt, ...one }) => ({ ...one, changedAt: changedAt.toISOString() }));
}

export async function countPartNumbers(db: Queryable, buyerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from part_numbers where buyer_id = ${buyerId}`.execute(db);
  return rows[0]!.count;
}

/**
 * Sets the numbers that a locked company gives to parts; an empty one removes what the part had. Returns how many parts have
 * another one now. Throws 400, which names every wrong entry, where it may not `replace` also those of parts with another number, and
 * 409 `company_full`.
 */
export async function setPartNumbers(
  transaction: Queryable,
  buyerId: string,
  numbers: readonly NewPartNumber[],
  replace = true,
): Promise<number> {
  const idOf = await findBySku(transaction, numbers);
  const given = numbers.map(({ productId, sku = '', number }) => ({
    productId: productId?.toLowerCase() ?? idOf.get(sku.toUpperCase()) ?? '',
    by: productId === undefined ? ('sku' as const) : ('productId' as const),
    number,
    key: partNumberKey(number),
  }));
  const errors = await wrongIn(transaction, buyerId, given, replace);
  if (errors.length > 0) throw invalidInput(errors);
  const changed = new Set<string>();
  const products = given.map(({ productId }) => productId);
  const removed = await sql<{ id: string }>`
    delete from part_numbers using unnest(${products}::uuid[], ${given.map(({ number }) => number)}::text[]) as given (id, number)
    where buyer_id = ${buyerId} and product_id = given.id and part_numbers.number <> given.number
    returning product_id as id`.execute(transaction);
  const set = given.filter(({ number }) => number !== '');
  // Those that stay as they are have not been removed.
  const added = await sql<{ id: string }>`
    insert into part_numbers (buyer_id, product_id, number, number_key)
    select ${buyerId}::uuid, given.* from unnest(${set.map(({ productId }) => productId)}::uuid[],
      ${set.map(({ number }) => number)}::text[], ${set.map(({ key }) => key)}::text[]) as given
    on conflict (buyer_id, product_id) do nothing
    returning product_id as id`.execute(transaction);
  for (const { id } of [...removed.rows, ...added.rows]) changed.add(id);
  if (changed.size === 0) return 0;
  if ((await countPartNumbers(transaction, buyerId)) > MOST_PART_NUMBERS)
    throw new Problem('company_full', { what: 'partNumbers', most: MOST_PART_NUMBERS });
  await sql`
    update buyers set part_numbers_revision = part_numbers_revision + 1 where id = ${buyerId}`.execute(
    transaction,
  );
  return changed.size;
}

/** Returns the ids of parts on sale by their SKUs in capitals. */
async function findBySku(
  transaction: Queryable,
  numbers: readonly NewPartNumber[],
): Promise<Map<string, string>> {
  const skus = numbers.flatMap(({ sku }) => (sku === undefined ? [] : [sku]));
  const { rows } = await sql<{ given: string; id: string }>`
    select given, id from unnest(${skus}::text[]) as given
      join products on upper(sku) = upper(given) and removed_at is null`.execute(transaction);
  return new Map(rows.map(({ given, id }) => [given.toUpperCase(), id]));
}

interface Given {
  productId: string;
  /** The field that names it. */
  by: 'productId' | 'sku';
  number: string;
  key: string;
}

/** Returns what is wrong with entries, each at its place. */
async function wrongIn(
  transaction: Queryable,
  buyerId: string,
  given: readonly Given[],
  replace: boolean,
): Promise<FieldError[]> {
  const ids = [...new Set(given.map(({ productId }) => productId).filter(isId))];
  const onSale = await sql<{ id: string }>`
    select id from products where id = any(${ids}::uuid[]) and removed_at is null`.execute(transaction);
  const keys = given.map(({ key }) => key);
  const taken = await sql<{ key: string; sku: string }>`
    select number_key as key, sku from part_numbers join products on products.id = product_id
    where buyer_id = ${buyerId} and number_key = any(${keys}::text[]) and product_id <> all(${ids}::uuid[])`.execute(
    transaction,
  );
  const kept = replace
    ? []
    : await transaction
        .selectFrom('part_numbers')
        .select(['product_id as id', 'number'])
        .where('buyer_id', '=', buyerId)
        .where('product_id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute();
  const numberOf = new Map(kept.map(({ id, number }) => [id, number]));
  const known = new Set(onSale.rows.map(({ id }) => id));
  const skuOf = new Map(taken.rows.map(({ key, sku }) => [key, sku]));
  const [products, numbers] = [new Set<string>(), new Set<string>()];
  return given.flatMap(({ productId, by, number, key }, nth): FieldError[] => {
    const at = { product: `numbers.${nth}.${by}`, number: `numbers.${nth}.number` };
    const isRemoved = number === '';
    const wrong: FieldError[] = [];
    if (productId !== '' && products.has(productId)) wrong.push(fieldError(at.product, 'product_twice'));
    else if (!(isRemoved ? isId(productId) : known.has(productId)))
      wrong.push(fieldError(at.product, 'product_gone'));
    products.add(productId);
    if (isRemoved) return wrong;
    if (key === '' || key.length > LONGEST_OF_LINE.customerRef)
      wrong.push(fieldError(at.number, 'part_number'));
    else if (numbers.has(key)) wrong.push(fieldError(at.number, 'part_number_twice'));
    else if (skuOf.has(key)) wrong.push(fieldError(at.number, 'part_number_taken', { sku: skuOf.get(key)! }));
    else if ((numberOf.get(productId) ?? number) !== number)
      wrong.push(fieldError(at.number, 'part_numbered', { number: numberOf.get(productId)! }));
    numbers.add(key);
    return wrong;
  });
}
