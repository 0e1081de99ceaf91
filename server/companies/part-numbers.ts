/** A company's own numbers of parts, in the database. */
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  MOST_PART_NUMBERS,
  MOST_REFUSED_NUMBERS,
  type NewPartNumber,
  type NumberChange,
  type PartNumber,
  type PartNumbersChangeSchema,
  type PartNumbersEffect,
} from '#contract/companies/part-numbers.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { Page } from '#contract/kernel/fields.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import { LONGEST_OF_LINE } from '#contract/matching/limits.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { invalidInput, Problem, requireRevision } from '../ground/handling/problem.ts';
import type { TakeTurn } from '../ground/limits/lane.ts';
import { inSlices } from '../ground/limits/slices.ts';
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

/** For few numbers: takes the turn that the request has. */
export const atOnce: TakeTurn = (work) => work();

/**
 * Sets the numbers that a locked company gives to parts; an empty one removes what the part had. Returns how many parts have
 * another one now. Throws 400, which names wrong entries, also those of parts with another number where it may not `replace`;
 * 409 `company_full`, and where the numbers are not of `revision` any more.
 */
export async function setPartNumbers(
  transaction: Queryable,
  buyerId: string,
  { numbers, replace = true, revision }: z.infer<typeof PartNumbersChangeSchema>,
  takeTurn = atOnce,
): Promise<number> {
  requireRevision(revision, await revisionOf(transaction, buyerId));
  const { given, known } = await readKnown(transaction, buyerId, numbers, takeTurn);
  const { errors, changes } = await judgeNumbers(given, known, { replace, takeTurn });
  if (errors.length > 0) throw invalidInput(errors);
  if (changes.length === 0) return 0;
  await requireRoom(transaction, buyerId, changes);
  await sql`
    delete from part_numbers where buyer_id = ${buyerId}
      and product_id = any(${changes.map(({ productId }) => productId)}::uuid[])`.execute(transaction);
  const set = changes.filter(({ number }) => number !== '');
  await sql`
    insert into part_numbers (buyer_id, product_id, number, number_key)
    select ${buyerId}::uuid, given.* from unnest(${set.map(({ productId }) => productId)}::uuid[],
      ${set.map(({ number }) => number)}::text[],
      ${set.map(({ number }) => partNumberKey(number))}::text[]) as given`.execute(transaction);
  await sql`
    update buyers set part_numbers_revision = part_numbers_revision + 1 where id = ${buyerId}`.execute(
    transaction,
  );
  return changes.length;
}

/**
 * Returns what numbers would change, with the wrong ones left out: a number that another part has moves to the part that is named
 * with it. Throws 409 `company_full`.
 */
export async function readNumbersEffect(
  db: Queryable,
  buyerId: string,
  numbers: readonly NewPartNumber[],
  takeTurn: TakeTurn,
): Promise<PartNumbersEffect> {
  // Before the numbers: a change that comes in between refuses the change that is made from them.
  const revision = await revisionOf(db, buyerId);
  const { given, known } = await readKnown(db, buyerId, numbers, takeTurn);
  const { errors, refusedRows, changes, same } = await judgeNumbers(given, known, { moves: true, takeTurn });
  await requireRoom(db, buyerId, changes);
  return {
    ...{ changes, same, revision, refusedRows },
    refused: errors.slice(0, MOST_REFUSED_NUMBERS),
  };
}

async function revisionOf(db: Queryable, buyerId: string): Promise<number> {
  const { revision } = await db
    .selectFrom('buyers')
    .select('part_numbers_revision as revision')
    .where('id', '=', buyerId)
    .executeTakeFirstOrThrow();
  return revision;
}

/** Refuses more numbers than a company may have. */
async function requireRoom(db: Queryable, buyerId: string, changes: readonly NumberChange[]): Promise<void> {
  const more = changes.reduce((sum, { number, was }) => sum + Number(number !== '') - Number(was !== ''), 0);
  if (more > 0 && (await countPartNumbers(db, buyerId)) + more > MOST_PART_NUMBERS)
    throw new Problem('company_full', { what: 'partNumbers', most: MOST_PART_NUMBERS });
}

/** A number that somebody gives to a part. */
interface Given {
  /** Empty where no part on sale has the SKU. */
  productId: string;
  /** The field that names it. */
  by: 'productId' | 'sku';
  number: string;
  key: string;
}

/** What given numbers are judged by. */
interface Known {
  /** SKUs of the named parts, by their ids. By its SKU one is named that is on sale; by its id any, as an undone import does. */
  parts: ReadonlyMap<string, string>;
  /** The company's numbers of the named parts, and those by which it has another part. */
  had: readonly { productId: string; sku: string; number: string; key: string }[];
}

async function readKnown(
  db: Queryable,
  buyerId: string,
  numbers: readonly NewPartNumber[],
  takeTurn: TakeTurn,
): Promise<{ given: Given[]; known: Known }> {
  const named = numbers.flatMap(({ productId = '' }) => (isId(productId) ? productId : []));
  const skus = numbers.flatMap(({ sku = [] }) => sku);
  const { rows: found } = await sql<{ id: string; sku: string; asked: string | null }>`
    select id, sku, asked
    from unnest(${skus}::text[]) as asked join products on upper(sku) = upper(asked) and removed_at is null
    union
    select id, sku, null from products where id = any(${named}::uuid[])`.execute(db);
  const idOf = new Map(found.flatMap(({ asked, id }) => (asked === null ? [] : [[asked, id]])));
  const toGiven = ({ productId, sku = '', number }: NewPartNumber): Given => ({
    productId: productId?.toLowerCase() ?? idOf.get(sku) ?? '',
    by: productId === undefined ? 'sku' : 'productId',
    number,
    // What is longer is refused by its key; to make one of marks that combine would take long.
    key: number.length > LONGEST_OF_LINE.customerRef ? '' : partNumberKey(number),
  });
  const given = await inSlices(numbers, toGiven, { takeTurn });
  const ids = given.flatMap(({ productId }) => (isId(productId) ? productId : []));
  const { rows: had } = await sql<Known['had'][number]>`
    select product_id as "productId", sku, number, number_key as key
    from part_numbers join products on products.id = product_id
    where buyer_id = ${buyerId}
      and (product_id = any(${ids}::uuid[]) or number_key = any(${given.map(({ key }) => key)}::text[]))`.execute(
    db,
  );
  return { given, known: { parts: new Map(found.map(({ id, sku }) => [id, sku])), had } };
}

/**
 * Decides on numbers that are given to parts: says what is wrong with entries, each at its place, and what the others change. A number
 * that a part without an entry has is wrong, or `moves` to the part of its entry. Pure.
 */
async function judgeNumbers(
  given: readonly Given[],
  { parts, had }: Known,
  { replace = true, moves = false, ...turns }: { replace?: boolean; moves?: boolean; takeTurn: TakeTurn },
): Promise<{ errors: FieldError[]; refusedRows: number; changes: NumberChange[]; same: number }> {
  const hadBy = new Map(had.map((one) => [one.productId, one]));
  const ownerOf = new Map(had.map((one) => [one.key, one]));
  const [named, namedTwice] = [new Set<string>(), new Set<string>()];
  /** The places of the first two entries with a number. */
  const places = new Map<string, [number, number?]>();
  const note = ({ productId, number, key }: Given, nth: number) => {
    (named.has(productId) ? namedTwice : named).add(productId);
    if (number === '') return;
    const some = places.get(key);
    if (some) some[1] ??= nth;
    else places.set(key, [nth]);
  };
  await inSlices(given, note, turns);
  const faultsOfPart = ({ productId, number }: Given, at: string): FieldError[] => {
    if (productId !== '' && namedTwice.has(productId)) return [fieldError(at, 'product_twice')];
    const isPart = number === '' ? isId(productId) : parts.has(productId);
    return isPart ? [] : [fieldError(at, 'product_gone')];
  };
  const faultsOfNumber = ({ productId, number, key }: Given, nth: number): FieldError[] => {
    const at = `numbers.${nth}.number`;
    if (number === '') return [];
    const longest = Math.max(key.length, number.length);
    if (key === '' || longest > LONGEST_OF_LINE.customerRef) return [fieldError(at, 'part_number')];
    const [first = nth, second] = places.get(key) ?? [];
    if (second !== undefined)
      return [fieldError(at, 'part_number_twice', { other: nth === first ? second : first })];
    const owner = ownerOf.get(key);
    if (owner && !moves && !named.has(owner.productId))
      return [fieldError(at, 'part_number_taken', { sku: owner.sku })];
    const own = hadBy.get(productId)?.number ?? number;
    return replace || own === number ? [] : [fieldError(at, 'part_numbered', { number: own })];
  };
  const faultsOf = (one: Given, nth: number) => [
    ...faultsOfPart(one, `numbers.${nth}.${one.by}`),
    ...faultsOfNumber(one, nth),
  ];
  const faults = await inSlices(given, faultsOf, turns);
  const changes: NumberChange[] = [];
  const loses = new Map<string, NumberChange>();
  let same = 0;
  const good = given.filter((_, nth) => faults[nth]!.length === 0);
  const isGood = new Set(good.map(({ productId }) => productId));
  const change = ({ productId, number, key }: Given) => {
    const was = hadBy.get(productId)?.number ?? '';
    if (number === was) {
      same += 1;
      return;
    }
    const sku = parts.get(productId) ?? hadBy.get(productId)?.sku ?? '';
    const owner = number === '' ? undefined : ownerOf.get(key);
    const isMoved = owner !== undefined && owner.productId !== productId;
    changes.push({ productId, sku, number, was, ...(isMoved && { from: owner.sku }) });
    if (isMoved && !isGood.has(owner.productId))
      loses.set(owner.productId, {
        ...{ productId: owner.productId, sku: owner.sku, number: '', was: owner.number },
      });
  };
  await inSlices(good, change, turns);
  return {
    errors: faults.flat(),
    refusedRows: given.length - good.length,
    changes: [...changes, ...loses.values()],
    same,
  };
}
