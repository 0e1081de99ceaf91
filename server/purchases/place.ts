import type { Database } from '../ground/database/client.ts';
import { Gatherer } from '../ground/database/gather.ts';
import { tryAgain } from '../ground/database/transact.ts';
import { isRepeat } from '../ground/idempotency/idempotency.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { insertPurchases } from './insert.ts';
import type { PurchaseRequest, PurchaseTerms, Verdict } from './request.ts';
import { tellStock } from './stock.ts';

/** What placing purchases needs. */
export interface Ordering {
  database: Database;
  catalogue: Catalogue;
  terms: PurchaseTerms;
  /** Requests that come together are placed together. */
  requests: Gatherer<PurchaseRequest, Verdict>;
}

export function createOrdering(database: Database, catalogue: Catalogue, terms: PurchaseTerms): Ordering {
  const requests = new Gatherer(
    (some: PurchaseRequest[]) => tryAgain(() => insertPurchases(database.db, some, terms)),
    ({ lines }) => lines.length,
  );
  return { database, catalogue, terms, requests };
}

/** A verdict that is final. */
export type FinalVerdict = Exclude<Verdict, { verdict: 'crowded' }>;

/**
 * Places a purchase and takes its stock at once, or says why not. What others of the same statement were in the way of is
 * asked for again: each statement places the first request that nothing speaks against, so this ends.
 */
export async function placePurchase(
  { catalogue, requests }: Ordering,
  request: PurchaseRequest,
): Promise<FinalVerdict> {
  for (;;) {
    const verdict = await requests.add(request).catch((error: unknown) => {
      // The same request was placed at this moment, and is found by its key now.
      if (isRepeat(error)) return { verdict: 'crowded' } as const;
      throw error;
    });
    if (verdict.verdict === 'crowded') continue;
    if (verdict.verdict === 'placed') await tellStock(catalogue, verdict.levels);
    return verdict;
  }
}
