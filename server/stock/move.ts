import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import type {
  Counted,
  Counts,
  Moved,
  MovedMany,
  Movements,
  NewMovement,
  StockLevel,
} from '#contract/stock/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { invalidInput, notFound, Problem } from '../ground/handling/problem.ts';
import { type NewEvent, recordEvent, recordEvents } from '../log/queries.ts';
import { revised } from '../products/revision.ts';
import { isTooMuch } from '../products/shelf.ts';
import { findPartIds } from '../products/substitutes.ts';
import { readLevels } from './levels.ts';

/**
 * Books a movement of a product on sale, with its entry of the ledger. A count is of the whole shelf: the difference to what should
 * be there is booked. Throws 404; 409 when less would be on sale than nothing, since what orders have is not taken from them; and 409
 * for a count whose shelf is not as it was told to the counter.
 */
export async function bookMovement(
  transaction: Queryable,
  productId: string,
  { kind, quantity, expected, why }: NewMovement,
  actor: string,
): Promise<Moved> {
  const level = (await lockLevels(transaction, [productId])).get(productId);
  if (!level) throw notFound('product');
  const { available, held, toShip, shelf } = level;
  // guard: server/stock/stock.test.ts
  if (kind === 'counted' && expected !== undefined && expected !== shelf)
    throw new Problem('shelf_changed', { shelf });
  const change = changeOf(kind, quantity, shelf);
  // guard: server/stock/stock.test.ts
  if (available + change < 0) throw new Problem('stock_too_low', { available, held, toShip });
  if (isTooMuch(shelf, change)) throw invalidInput([fieldError('quantity', 'stock_too_many')]);
  await changeStock(transaction, [{ id: productId, change }]);
  const event = { ...told(kind, quantity, shelf), actor, productId, stockChange: change, why: why ?? null };
  const insertedId = await recordEvent(transaction, event as NewEvent);
  return { insertedId, change, available: available + change };
}

/**
 * Books the counts of a stock-take, all or none. Throws 409 when one of them cannot be booked, and names every such line: its shelf
 * has changed since it was counted, it is short of what orders have, or its product is not on sale any more.
 */
export async function bookCounts(
  transaction: Queryable,
  { lines, why }: Counts,
  actor: string,
): Promise<Counted> {
  const levels = await lockLevels(
    transaction,
    lines.map(({ productId }) => productId),
  );
  const errors = lines.flatMap(({ productId, counted, expected }, n) =>
    lineErrors(`lines.${n}.counted`, levels.get(productId), { counted, expected }),
  );
  if (errors.length > 0) throw new Problem('counts_refused', { lines: errors.length }, { errors });
  const booked = lines.map(({ productId: id, counted }) => {
    const { shelf } = levels.get(id)!;
    return { id, counted, shelf, change: counted - shelf };
  });
  await changeStock(transaction, booked);
  await recordEvents(
    transaction,
    booked.map(({ id, counted, shelf, change }) => ({
      ...told('counted', counted, shelf),
      actor,
      productId: id,
      stockChange: change,
      why: why ?? null,
    })) as NewEvent[],
  );
  return { counted: booked.length, different: booked.filter(({ change }) => change !== 0).length };
}

/**
 * Books counts and differences of parts by their SKUs, each line by itself: one whose shelf is not the expected one, that is short of
 * what orders have, or whose part is not on sale is told and changes nothing.
 */
export async function bookMovements(
  transaction: Queryable,
  { lines, why }: Movements,
  actor: string,
): Promise<{ answer: MovedMany; changed: string[] }> {
  const ids = await findPartIds(transaction, lines);
  const levels = await lockLevels(transaction, [...ids.values()]);
  const judged = lines.map((line, n) => {
    const level = levels.get(ids.get(n) ?? '');
    const [error] = lineErrors(line.counted === undefined ? 'added' : 'counted', level, line);
    const change = level && !error ? (line.added ?? line.counted! - level.shelf) : 0;
    return { line, level, error, change };
  });
  const booked = judged.flatMap(({ line, level, error, change }) =>
    level && !error ? [{ id: level._id, line, shelf: level.shelf, change }] : [],
  );
  await changeStock(transaction, booked);
  await recordEvents(
    transaction,
    booked.map(({ id, line: { counted, added }, shelf, change }) => ({
      ...(counted === undefined
        ? told(added! > 0 ? 'received' : 'corrected', added!, shelf)
        : told('counted', counted, shelf)),
      actor,
      productId: id,
      stockChange: change,
      why: why ?? null,
    })) as NewEvent[],
  );
  const answer = judged.map(({ line: { sku }, level, error, change }) =>
    level && !error
      ? { sku, booked: true, change, available: level.available + change, shelf: level.shelf + change }
      : { sku, booked: false, error: error! },
  );
  return { answer: { booked: booked.length, lines: answer }, changed: booked.map(({ id }) => id) };
}

/** Returns why a count or a difference cannot be booked. */
function lineErrors(
  field: string,
  level: StockLevel | undefined,
  {
    counted,
    expected,
    added,
  }: { counted?: number | undefined; expected?: number | undefined; added?: number | undefined },
): FieldError[] {
  if (!level) return [fieldError(field, 'gone')];
  const { shelf, available, held, toShip } = level;
  if (expected !== undefined && shelf !== expected) return [fieldError(field, 'shelf_changed', { shelf })];
  const change = added ?? counted! - shelf;
  if (isTooMuch(shelf, change)) return [fieldError(field, 'stock_too_many')];
  // guard: server/stock/stock.test.ts
  if (available + change < 0) return [fieldError(field, 'stock_too_low', { available, held, toShip })];
  return [];
}

/**
 * Locks products on sale by id and returns their levels, read once they are locked: nobody takes or gives back pieces of them until
 * the transaction ends. A shipment may leave the shelf meanwhile, which then counts as later than this.
 */
async function lockLevels(transaction: Queryable, ids: string[]): Promise<Map<string, StockLevel>> {
  const wanted = ids.filter(isId);
  const ofThem = sql`select * from products where id = any(${wanted}::uuid[]) and removed_at is null`;
  await sql`select from (${ofThem} order by id for no key update) as locked`.execute(transaction);
  const levels = await readLevels(transaction, ofThem);
  return new Map(levels.map((level) => [level._id, level]));
}

/** Pieces by which a movement changes what is on sale. */
function changeOf(kind: NewMovement['kind'], quantity: number, shelf: number): number {
  if (kind === 'counted') return quantity - shelf;
  return kind === 'damaged' ? -quantity : quantity;
}

/** What the ledger tells of a movement. */
function told(kind: NewMovement['kind'], quantity: number, shelf: number) {
  switch (kind) {
    case 'received':
      return { kind: 'goods_received', facts: { pieces: quantity } } as const;
    case 'counted':
      return { kind: 'stock_counted', facts: { counted: quantity, shelf } } as const;
    case 'damaged':
      return { kind: 'stock_damaged', facts: { pieces: quantity } } as const;
    case 'corrected':
      return { kind: 'stock_corrected', facts: { pieces: quantity } } as const;
  }
}

/** Changes what is on sale. The CHECK of the column lets nothing fall below 0. */
async function changeStock(
  transaction: Queryable,
  changes: readonly { id: string; change: number }[],
): Promise<void> {
  await sql`
    update products set available = available + change, revision = ${revised.revision}, changed_at = ${revised.changed_at}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as asked (id uuid, change int)
    where products.id = asked.id and change <> 0`.execute(transaction);
}
