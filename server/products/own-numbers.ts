import { LRUCache } from 'lru-cache';
import { type AnyPerson, isForCompany } from '#contract/kernel/reach.ts';
import type { Database } from '../ground/database/client.ts';
import { NumberIndex } from './number-index.ts';

/** A company's own numbers of parts. */
export interface CompanyNumbers {
  /** Ids of products by the keys of their numbers: one each. */
  keys: Pick<NumberIndex<string>, 'exactly' | 'beginning' | 'within'>;
  /** Numbers as the company spells them, by the ids of their products. */
  numbers: ReadonlyMap<string, string>;
}

/** Numbers of all companies that are kept: about 200 bytes each. */
const MOST_KEPT = 200_000;

/**
 * Companies' own part numbers, in memory, each company's apart: nothing that is found by them is kept or shared. Each use asks
 * whether they are current; for people who act for themselves nothing is asked.
 */
export class OwnNumbers {
  readonly #database: Database;
  /** By company and revision. Requests that come at once wait for one read. */
  readonly #kept: LRUCache<string, CompanyNumbers, string>;

  constructor(database: Database, mostKept = MOST_KEPT) {
    this.#database = database;
    this.#kept = new LRUCache({
      maxSize: mostKept,
      sizeCalculation: ({ numbers }) => 1 + numbers.size,
      fetchMethod: (_key, _before, { context }) => this.#read(context),
      // Numbers that no room is left for while they are read are answered all the same.
      ignoreFetchAbort: true,
    });
  }

  /** Returns the numbers of the company that somebody acts for; undefined where it has none, and for people. */
  async of(who: Pick<AnyPerson, 'buyerId' | 'userId'> | undefined): Promise<CompanyNumbers | undefined> {
    if (!who || !isForCompany(who)) return undefined;
    const { buyerId } = who;
    const buyer = await this.#database.db
      .selectFrom('buyers')
      .select('part_numbers_revision as revision')
      .where('id', '=', buyerId)
      .executeTakeFirst();
    if (!buyer?.revision) return undefined;
    const own = await this.#kept.fetch(`${buyerId} ${buyer.revision}`, { context: buyerId });
    return own && own.numbers.size > 0 ? own : undefined;
  }

  /** They are those of the revision that was read before, or later ones, which are then read once more. */
  async #read(buyerId: string): Promise<CompanyNumbers> {
    const rows = await this.#database.db
      .selectFrom('part_numbers')
      .select(['product_id as id', 'number', 'number_key as key'])
      .where('buyer_id', '=', buyerId)
      .execute();
    const keys = new NumberIndex<string>();
    for (const { id, key } of rows) keys.put(key, id);
    keys.settle();
    return { keys, numbers: new Map(rows.map(({ id, number }) => [id, number])) };
  }
}
