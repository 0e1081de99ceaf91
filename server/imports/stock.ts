/** What rows say of stock: a count of the shelf, pieces that came, or that a full feed does not have the part. Pure. */

import type { RowStock } from '#contract/imports/schema.ts';
import { say } from '#contract/kernel/field-message.ts';
import { MOST_STOCK } from '#contract/kernel/pieces.ts';
import type { NewEvent } from '../log/queries.ts';
import type { ShelfLevel } from '../products/shelf.ts';
import { judgeMovement } from '../stock/judge.ts';
import type { Draft } from './draft.ts';

/** What a row makes of stock: nothing where a count finds what is there already. `fault` says why it makes none, and in which column. */
export interface StockRead {
  stock?: RowStock;
  /** Pieces on sale afterwards. */
  available?: number;
  fault?: { column: 'counted' | 'expected' | 'added'; message: string };
}

const NOTHING: ShelfLevel = { available: 0, held: 0, toShip: 0, shelf: 0 };

/** Returns what a row says of the stock of a product with this level; of a new one without. */
export function readStock({ said }: Draft, level: ShelfLevel = NOTHING): StockRead {
  const { counted, expected, added } = said;
  if (typeof counted === 'number') return readCount(counted, expected ?? undefined, level);
  if (typeof added !== 'number' || added === 0) return {};
  const available = level.available + added;
  if (available < 0) return fault('added', say('import_taken', { added, available: level.available }));
  if (available > MOST_STOCK)
    return fault('added', say('import_above', { value: available, most: MOST_STOCK }));
  return { stock: { kind: 'added', pieces: added }, available };
}

function readCount(counted: number, expected: number | undefined, level: ShelfLevel): StockRead {
  const { change, refused } = judgeMovement(level, { counted, expected });
  if (refused) return fault('counted', refused);
  if (change === 0) return {};
  return {
    stock: { kind: 'counted', pieces: counted, shelf: level.shelf },
    available: level.available + change,
  };
}

function fault(column: 'counted' | 'added', message: string): StockRead {
  return { fault: { column, message } };
}

/**
 * Returns by how many pieces a row changes what is on sale now. Nothing when the shelf has changed since the count: pieces
 * came or were shipped since it was compared. Orders change no shelf, and so no count. Nor when a file lacks the part and more of it is
 * on sale than when it was compared.
 * @param before pieces that were on sale when it was compared
 */
export function stockChange(
  stock: RowStock,
  { before, available, shelf }: { before: number; available: number; shelf: number },
): number | undefined {
  if (stock.kind === 'added') return stock.pieces;
  if (stock.kind === 'absent') return available > before ? undefined : -available;
  return stock.shelf === shelf ? stock.pieces - shelf : undefined;
}

/** Returns the entry of the ledger for stock that a row of an import has changed. */
export function stockEvent(
  stock: RowStock,
  importId: string,
  about: { actor: string; productId: string },
  change: number,
): NewEvent {
  const entry = { ...about, stockChange: change };
  if (stock.kind === 'added')
    return { kind: 'goods_received', ...entry, facts: { importId, pieces: stock.pieces } };
  if (stock.kind === 'absent')
    return { kind: 'stock_corrected', ...entry, facts: { importId, pieces: change } };
  return {
    kind: 'stock_counted',
    ...entry,
    facts: { importId, counted: stock.pieces, shelf: stock.shelf },
  };
}
