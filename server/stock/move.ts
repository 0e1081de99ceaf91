import { sql } from 'kysely';
import { readMessage } from '#contract/kernel/field-message.ts';
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
import { type NewEvent, recordEvents } from '../log/queries.ts';
import { revised } from '../products/revision.ts';
import { findPartIds } from '../products/substitutes.ts';
import { judgeMovement } from './judge.ts';
import { readLevels } from './levels.ts';

/**
 * Books a movement of a product on sale, with its entry of the ledger. A count covers the whole shelf: the difference to what should
 * be there is booked. Throws 404; 409 when the stock on sale would fall below zero, since nothing is taken from orders; and 409
 * for a count whose shelf has changed since the counter was told.
 */
export async function bookMovement(
  transaction: Queryable,
  productId: string,
  { kind, quantity, expected, why }: NewMovement,
  actor: string,
): Promise<Moved> {
  const level = (await lockLevels(transaction, [productId])).get(productId);
  if (!level) throw notFound('product');
  const { available, shelf } = level;
  const asked =
    kind === 'counted'
      ? { counted: quantity, expected }
      : { added: kind === 'damaged' ? -quantity : quantity };
  const { change, refused } = judgeMovement(level, asked);
  if (refused) throw toProblem(refused, level);
  const [insertedId] = await book(
    transaction,
    [{ id: productId, kind, quantity, shelf, change }],
    why,
    actor,
  );
  return { insertedId: insertedId!, change, available: available + change };
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
  const judged = lines.map((line) => judgeMovement(levels.get(line.productId), line));
  const errors = judged.flatMap(({ refused }, n) =>
    refused ? [{ field: `lines.${n}.counted`, ...readMessage(refused) }] : [],
  );
  if (errors.length > 0) throw new Problem('counts_refused', { lines: errors.length }, { errors });
  const booked = lines.map(({ productId: id, counted: quantity }, n) => {
    const { shelf } = levels.get(id)!;
    return { id, kind: 'counted' as const, quantity, shelf, change: judged[n]!.change };
  });
  await book(transaction, booked, why, actor);
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
    return { line, level, ...judgeMovement(level, line) };
  });
  const booked = judged.flatMap(({ line: { counted, added }, level, refused, change }) => {
    const kind = counted !== undefined ? 'counted' : added! > 0 ? 'received' : 'corrected';
    return refused
      ? []
      : [{ id: level!._id, kind, quantity: counted ?? added!, shelf: level!.shelf, change } as const];
  });
  await book(transaction, booked, why, actor);
  const answer = judged.map(({ line: { sku, counted }, level, refused, change }) => {
    if (refused) {
      const field = counted === undefined ? 'added' : 'counted';
      return { sku, booked: false, error: { field, ...readMessage(refused) } };
    }
    return { sku, booked: true, change, available: level!.available + change, shelf: level!.shelf + change };
  });
  return { answer: { booked: booked.length, lines: answer }, changed: booked.map(({ id }) => id) };
}

/** Returns the problem that a refused movement is to whoever asks for it alone. */
function toProblem(refused: string, { available, held, toShip, shelf }: StockLevel): Problem {
  const error = readMessage(refused);
  if (error.code === 'shelf_changed') return new Problem('shelf_changed', { shelf });
  if (error.code === 'stock_too_low') return new Problem('stock_too_low', { available, held, toShip });
  return invalidInput([{ field: 'quantity', ...error }]);
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

/** A movement that is booked, with what lay on the shelf before it. */
interface Booked {
  id: string;
  kind: NewMovement['kind'];
  quantity: number;
  shelf: number;
  change: number;
}

/** Changes what is on sale, and enters each movement into the ledger. Returns the ids of the entries. */
async function book(
  transaction: Queryable,
  booked: Booked[],
  why: string | undefined,
  actor: string,
): Promise<string[]> {
  await changeStock(transaction, booked);
  const entries = booked.map(({ id, kind, quantity, shelf, change }) => ({
    ...told(kind, quantity, shelf),
    actor,
    productId: id,
    stockChange: change,
    why: why ?? null,
  }));
  return recordEvents(transaction, entries as NewEvent[]);
}

/** Changes what is on sale. The CHECK of the column lets nothing fall below 0. */
export async function changeStock(
  transaction: Queryable,
  changes: readonly { id: string; change: number }[],
): Promise<void> {
  await sql`
    update products set available = available + change, revision = ${revised.revision}, changed_at = ${revised.changed_at}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as asked (id uuid, change int)
    where products.id = asked.id and change <> 0`.execute(transaction);
}
