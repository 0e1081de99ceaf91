/** The prices of a buyer in what lines mean. */
import { setImmediate } from 'node:timers/promises';
import { judgeLine } from '#contract/matching/judge.ts';
import type { Line, LinePart, Match } from '#contract/matching/schema.ts';
import { type BuyerList, chooseOffer } from '#contract/price-lists/offer.ts';
import type { Queryable } from '../ground/database/client.ts';
import { hasLists, listsFor } from '../price-lists/offers.ts';

/** Lines that are priced in one go; others are answered between. */
const PIECE = 50;

/**
 * Returns matches with a buyer's prices in place of list prices. Parts are found by list prices, which are the same for all: what is
 * shown and judged of them is the buyer's.
 * @param matched each as JSON, of the line at the same place
 */
export async function offerMatches(
  db: Queryable,
  buyerId: string,
  lines: readonly Line[],
  matched: string[],
): Promise<string[]> {
  if (!(await hasLists(db, buyerId))) return matched;
  const matches: Match[] = [];
  for (const [nth, one] of matched.entries()) {
    if (nth % PIECE === PIECE - 1) await setImmediate();
    matches.push(JSON.parse(one));
  }
  const ids = matches.flatMap((match) => partsOf(match).map(({ _id }) => _id));
  const lists = await listsFor(db, buyerId, ids);
  if (lists.length === 0) return matched;
  const offered: string[] = [];
  for (const [nth, match] of matches.entries()) {
    if (nth % PIECE === PIECE - 1) await setImmediate();
    offered.push(JSON.stringify(priced(match, lines[nth]!, lists)));
  }
  return offered;
}

function partsOf({ product, candidates, problem }: Match): LinePart[] {
  return [...(product ? [product] : []), ...candidates, ...(problem?.substitutes ?? [])];
}

function priced(match: Match, { receiptDate }: Line, lists: readonly BuyerList[]): Match {
  const { unitPrice, total, advice, problem, ...rest } = match;
  const candidates = rest.candidates.map((part) => withOffer(part, lists));
  if (!rest.product) return { ...match, candidates };
  const product = withOffer(rest.product, lists);
  const substitutes = problem?.substitutes?.map((part) => withOffer(part, lists)) ?? [];
  const judged = judgeLine(product, { quantity: rest.quantity, receiptDate }, () => substitutes);
  return { ...rest, product, candidates, ...judged };
}

function withOffer(part: LinePart, lists: readonly BuyerList[]): LinePart {
  const { source, price, priceBreaks } = chooseOffer(part._id, part, lists);
  if (source.kind === 'list') return part;
  return { ...part, price, priceBreaks, source, listPrice: part.price };
}
