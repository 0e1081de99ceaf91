import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Priced } from '#contract/kernel/price.ts';
import { type BuyerList, chooseOffer, type Offer } from '#contract/price-lists/offer.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { prepare } from '../ground/database/prepare.ts';
import { type ListRow, offeredLists, toPriced } from './offers.ts';

/** Prices of all lists that are kept: about 200 bytes each. */
const MOST_KEPT = 300_000;

type ListNow = ListRow & { version: number };

const findLists = prepare<{ buyerId: string }, { lists: ListNow[] }>(
  (value) => sql`
    with ${offeredLists(sql`(select id, currency, group_id from buyers where id = ${value('buyerId')}::uuid)`)}
    select coalesce(json_agg(json_build_object('buyerId', buyer_id, 'kind', kind, 'id', id, 'name', name,
      'minusPercent', minus_percent, 'version', version) order by kind, position), '[]') as lists
    from offered_lists`,
);

/**
 * Prices of price lists in memory, for what buyers see; what they pay is read where purchases are placed. Each list is kept for all
 * who have it. Each use asks which lists a buyer has, and whether their prices are current.
 */
export class ListPrices {
  readonly #database: Database;
  /** By list and version. Requests that come at once wait for one read. */
  readonly #kept = new LRUCache<string, ReadonlyMap<string, Priced>, string>({
    maxSize: MOST_KEPT,
    sizeCalculation: (prices) => 1 + prices.size,
    fetchMethod: (_key, _before, { context }) => this.#read(context),
  });

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the price lists that count for a buyer now, in their order, with all of their prices. */
  async of(buyerId: string): Promise<BuyerList[]> {
    const [found] = await findLists(this.#database.db, { buyerId });
    return Promise.all(
      found!.lists.map(async ({ kind, id, name, minusPercent, version }) => {
        const prices =
          minusPercent === null ? await this.#kept.fetch(`${id} ${version}`, { context: id }) : undefined;
        return { source: { kind, id, name }, minusPercent, prices: prices ?? new Map() };
      }),
    );
  }

  /** Returns what products cost a buyer now, by their ids: of each all unit prices, and where they come from. */
  async offersFor(
    buyerId: string,
    products: readonly Pick<Product, '_id' | 'price' | 'priceBreaks'>[],
  ): Promise<Map<string, Offer>> {
    const lists = await this.of(buyerId);
    return new Map(products.map((product) => [product._id, chooseOffer(product._id, product, lists)]));
  }

  /** They are those of the version that was read before, or later ones, which are then read once more. */
  async #read(listId: string): Promise<ReadonlyMap<string, Priced>> {
    const rows = await this.#database.db
      .selectFrom('price_list_lines')
      .select(['product_id as id', 'price_micros as micros'])
      .select(['break_from as breakFrom', 'break_micros as breakMicros'])
      .where('list_id', '=', listId)
      .execute();
    return new Map(rows.map((row) => [row.id, toPriced(row)]));
  }
}
