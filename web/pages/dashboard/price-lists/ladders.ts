/** What is typed in the table of a price list, and what is sent of it. Pure. */
import { parseCount, parsePrice } from '#contract/kernel/money.ts';
import type { ListedPrice, PriceListPage } from '#contract/price-lists/schema.ts';

/** A row of the table: from so many pieces on, a piece costs so much. */
export interface Rung {
  from: string;
  price: string;
}

/** The prices of a part as they are typed. */
export interface Ladder {
  productId: string;
  sku: string;
  name: string;
  /** In dollars. */
  listPrice: number;
  rungs: Rung[];
}

/** The parts that were changed, by their ids; null for one that was taken out. */
export type Changes = ReadonlyMap<string, Ladder | null>;

/** Returns a unit price as it stands in a field: with all of its decimals, and two at least. */
export function priceText(price: number): string {
  const cents = price.toFixed(2);
  return Number(cents) === price ? cents : String(price);
}

/** Returns the prices of a part as they are edited. */
export function ladderOf({
  productId,
  sku,
  name,
  listPrice,
  price,
  priceBreaks,
}: PriceListPage['prices'][number]): Ladder {
  const rungs = [{ from: 1, price }, ...priceBreaks];
  return {
    productId,
    sku,
    name,
    listPrice,
    rungs: rungs.map((rung) => ({ from: String(rung.from), price: priceText(rung.price) })),
  };
}

/** Returns the rows of the table: what was read, with its changes, and below it the parts that were added. */
export function shownOf(read: readonly Ladder[], changes: Changes): Ladder[] {
  const known = new Set(read.map(({ productId }) => productId));
  const kept = read.flatMap((ladder) => {
    const change = changes.get(ladder.productId);
    return change === null ? [] : [change ?? ladder];
  });
  const added = [...changes.values()].filter((change) => change !== null && !known.has(change.productId));
  return [...kept, ...(added as Ladder[])];
}

/**
 * Returns the changed parts that somebody else has changed, too, as they are read now; null for one that they have taken out.
 * @param begun what was read of the changed parts when they were changed first
 */
export function theirsOf(
  changes: Changes,
  begun: ReadonlyMap<string, Ladder | undefined>,
  read: readonly Ladder[],
): Map<string, Ladder | null> {
  const textOf = (ladder: Ladder | undefined) => JSON.stringify(ladder?.rungs);
  return new Map(
    [...changes.keys()].flatMap((id): [string, Ladder | null][] => {
      const now = read.find(({ productId }) => productId === id);
      return textOf(now) === textOf(begun.get(id)) ? [] : [[id, now ?? null]];
    }),
  );
}

/** Returns the fields of a body that say what was changed, and for each price the row where it was typed. */
export function sentOf(changes: Changes): { prices: ListedPrice[]; removed: string[]; rows: string[] } {
  const prices: ListedPrice[] = [];
  const rows: string[] = [];
  const removed: string[] = [];
  for (const [productId, ladder] of changes) {
    if (ladder === null) removed.push(productId);
    for (const [n, rung] of (ladder?.rungs ?? []).entries()) {
      prices.push({ productId, from: parseCount(rung.from), price: parsePrice(rung.price) });
      rows.push(rowOf(productId, n));
    }
  }
  return { prices, removed, rows };
}

/** Names a row of the table. */
export const rowOf = (productId: string, n: number) => `${productId} ${n}`;
