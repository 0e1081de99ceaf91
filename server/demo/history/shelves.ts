import { DEMO_ADMIN } from '../../accounts/demo.ts';
import type { Queryable } from '../../ground/database/client.ts';
import { dayOf } from '../../ground/days.ts';
import { updateProduct } from '../../products/change.ts';
import { readShelves } from '../../products/shelf.ts';
import { arrive } from '../../receipts/arrive.ts';
import { insertReceipt } from '../../receipts/change.ts';
import { bookCounts, bookMovement, bookMovements } from '../../stock/move.ts';
import type { Random } from '../random.ts';

/** A part as the history buys and restocks it. */
export interface Part {
  id: string;
  sku: string;
  min_order: number;
  multiple: number;
  price_micros: number;
  /** On sale now. */
  available: number;
}

/** Expected goods are ordered for the parts of which most is missing. */
const EXPECTED_AT_ONCE = 3;
const COUNTED_AT_ONCE = 10;

/** The parts of the catalogue, and what staff do with their stock. `usual` is what each is filled up to. */
export async function openShelves(db: Queryable, random: Random, zone: string) {
  const staff = DEMO_ADMIN.email;
  const usual = new Map((await readParts()).map(({ id, available }) => [id, available]));
  /** Parts that suppliers are to bring. */
  const expected = new Set<string>();

  /** Parts of some SKUs, or all. */
  function readParts(skus?: readonly string[]): Promise<Part[]> {
    const parts = db
      .selectFrom('products')
      .select(['id', 'sku', 'min_order', 'multiple', 'price_micros', 'available'])
      .orderBy('id');
    return (skus ? parts.where('sku', 'in', skus) : parts).execute() as Promise<Part[]>;
  }

  /** How many pieces more or less than usual are on sale of the parts, those first of which the largest share is missing. */
  async function readMissing(except: readonly string[]) {
    const parts = (await readParts()).map((part) => ({
      ...part,
      missing: usual.get(part.id)! - part.available,
    }));
    return parts
      .filter(({ sku, missing }) => missing !== 0 && !except.includes(sku))
      .toSorted((a, b) => b.missing / usual.get(b.id)! - a.missing / usual.get(a.id)!);
  }

  async function book(lines: { sku: string; added: number }[], why: string): Promise<void> {
    if (lines.length > 0)
      await db.transaction().execute((transaction) => bookMovements(transaction, { lines, why }, staff));
  }

  return {
    readParts,

    setReorderPoint: (part: Part, reorderPoint: number) =>
      db.transaction().execute((transaction) => updateProduct(transaction, part.id, { reorderPoint }, staff)),

    /** Books what is missing, and is not on its way, as received. */
    async fillUp(except: readonly string[]): Promise<void> {
      const missing = (await readMissing(except)).filter(
        (part) => part.missing > 0 && !expected.has(part.id),
      );
      await book(
        missing.map(({ sku, missing: added }) => ({ sku, added })),
        'Weekly delivery',
      );
    },

    /** Books what more or less than usual is on sale, or than the pieces that some SKUs are to have in the end: the demo begins with these. */
    async settle(left: ReadonlyMap<string, number>): Promise<void> {
      const lines = (await readParts()).map(({ id, sku, available }) => ({
        sku,
        added: (left.get(sku) ?? usual.get(id)!) - available,
      }));
      await book(
        lines.filter(({ added }) => added !== 0),
        'Delivery and correction of the day',
      );
    },

    /** Orders the parts of which most is missing, to arrive in so many days. Returns the expected goods. */
    async expectGoods(days: number, except: readonly string[]) {
      const dueOn = dayOf(new Date(Date.now() + days * 86_400_000), zone);
      const missing = (await readMissing(except)).filter(
        (part) => part.missing > 0 && !expected.has(part.id),
      );
      const parts = missing.slice(0, EXPECTED_AT_ONCE);
      const goods: { id: string; productId: string; pieces: number }[] = [];
      for (const { id: productId, missing: pieces } of parts) {
        const add = (transaction: Queryable) =>
          insertReceipt(transaction, productId, { dueOn, quantity: pieces }, staff);
        goods.push({ id: await db.transaction().execute(add), productId, pieces });
        expected.add(productId);
      }
      return goods;
    },

    async arrive({
      id,
      productId,
      pieces,
    }: {
      id: string;
      productId: string;
      pieces: number;
    }): Promise<void> {
      await db.transaction().execute((transaction) => arrive(transaction, id, pieces, staff));
      expected.delete(productId);
    },

    /** Counts the shelves of some parts, of which a few are not as the shop thinks. */
    async count(): Promise<void> {
      const parts = await readParts();
      const first = random.below(parts.length - COUNTED_AT_ONCE);
      const some = parts.slice(first, first + COUNTED_AT_ONCE).filter(({ available }) => available > 10);
      const ids = some.map(({ id }) => id);
      await db.transaction().execute(async (transaction) => {
        const shelves = await readShelves(transaction, ids);
        const lines = ids.map((productId) => {
          const shelf = shelves.get(productId)!;
          return { productId, expected: shelf, counted: shelf + random.pick([0, 0, 0, 0, -1, -2, 1, -4]) };
        });
        await bookCounts(transaction, { lines, why: 'Monthly stock-take' }, staff);
      });
    },

    async damage(part: Part, quantity: number): Promise<void> {
      const movement = { kind: 'damaged' as const, quantity, why: 'A carton fell off the forklift' };
      await db.transaction().execute((transaction) => bookMovement(transaction, part.id, movement, staff));
    },
  };
}

export type Shelves = Awaited<ReturnType<typeof openShelves>>;
