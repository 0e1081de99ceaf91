import type { Database, Queryable } from '../ground/database/client.ts';
import { Gatherer } from '../ground/database/gather.ts';
import { transact } from '../ground/database/transact.ts';
import { isRepeat } from '../ground/idempotency/idempotency.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { judgePurchases } from './judge.ts';
import { lockForPlacing } from './lock.ts';
import type { PurchaseRequest, PurchaseTerms, Verdict } from './request.ts';
import { tellStock } from './stock.ts';
import { writePurchases } from './write.ts';

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
    (some: PurchaseRequest[]) => transact(database.db, (transaction) => placeAll(transaction, some, terms)),
    ({ lines }) => lines.length,
  );
  return { database, catalogue, terms, requests };
}

/** Places a purchase and takes its stock at once, or says why not. */
export async function placePurchase(
  { catalogue, requests }: Ordering,
  request: PurchaseRequest,
): Promise<Verdict> {
  const verdict = await requests.add(request).catch((error: unknown) => {
    // The same request was placed at this moment, and is found by its key now.
    if (isRepeat(error)) return requests.add(request);
    throw error;
  });
  if (verdict.verdict === 'placed') await tellStock(catalogue, verdict.levels);
  return verdict;
}

/**
 * Places purchases one after the other, each whole or not at all, on rows that stay locked until the transaction ends. Returns a
 * final verdict for each, in their order.
 */
export async function placeAll(
  transaction: Queryable,
  requests: PurchaseRequest[],
  terms: PurchaseTerms,
): Promise<Verdict[]> {
  const judged = judgePurchases(requests, await lockForPlacing(transaction, requests), terms);
  const accepted = judged.flatMap((one, nth) =>
    one.verdict === 'placed' ? [{ ...one, nth, request: requests[nth]! }] : [],
  );
  const written = accepted.length > 0 ? await writePurchases(transaction, accepted, terms) : [];
  const byNth = new Map(accepted.map(({ nth }, index) => [nth, written[index]!]));
  return judged.map((one, nth): Verdict => {
    switch (one.verdict) {
      case 'placed':
        return { verdict: 'placed', ...byNth.get(nth)! };
      case 'repeat':
      case 'key_reused': {
        const { earlier, verdict } = one;
        return { verdict, answer: 'nth' in earlier ? byNth.get(earlier.nth)!.answer : earlier.answer };
      }
      default:
        return one;
    }
  });
}
