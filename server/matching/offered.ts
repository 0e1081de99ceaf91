/** The prices of a buyer in what lines mean. */
import { judgeLine } from '#contract/matching/judge.ts';
import type { Line, LinePart, Match } from '#contract/matching/schema.ts';
import { type BuyerList, chooseOffer } from '#contract/price-lists/offer.ts';

/**
 * Returns a match with a buyer's prices in place of list prices. Parts are found by list prices, which are the same for all: what is
 * shown and judged of them is the buyer's.
 */
export function withOffers(match: Match, { receiptDate }: Line, lists: readonly BuyerList[]): Match {
  const { unitPrice, total, advice, problem, ...rest } = match;
  const candidates = rest.candidates.map((part) => withOffer(part, lists));
  if (!rest.product) return { ...match, candidates };
  const product = withOffer(rest.product, lists);
  const substitutes = problem?.substitutes?.map((part) => withOffer(part, lists)) ?? [];
  if (product === rest.product && substitutes.length === 0) return { ...match, candidates };
  const judged = judgeLine(product, { quantity: rest.quantity, receiptDate }, () => substitutes);
  return { ...rest, product, candidates, ...judged };
}

function withOffer(part: LinePart, lists: readonly BuyerList[]): LinePart {
  const { source, price, priceBreaks } = chooseOffer(part._id, part, lists);
  if (source.kind === 'list') return part;
  return { ...part, price, priceBreaks, source, listPrice: part.price };
}
