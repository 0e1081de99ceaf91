/** The match of what a line may mean, with what its quantities cost its buyer. Pure. */
import { judgeLine } from '#contract/matching/judge.ts';
import {
  type Line,
  type LineAnswer,
  type LinePart,
  type Match,
  MOST_ANSWERS,
  MOST_CANDIDATES,
} from '#contract/matching/schema.ts';
import { type BuyerList, chooseOffer } from '#contract/price-lists/offer.ts';
import type { Product } from '#contract/products/schema.ts';
import { differingFrom } from './differing.ts';
import type { Parts } from './find.ts';
import type { Answer } from './reading/read-line.ts';
import { type BareNumbers, possibleQuantities, sureQuantity } from './wanted.ts';

/** Returns the first answer of each part. */
export function onceEach(answers: readonly Answer[]): Answer[] {
  const first = new Map<string, Answer>();
  for (const answer of answers) if (!first.has(answer.product._id)) first.set(answer.product._id, answer);
  return [...first.values()];
}

/** Returns the match of what a line may mean. Of one part without doubt, a quantity that is in doubt is asked about. */
export function answeredWith(
  parts: Parts,
  kind: Match['match'],
  answers: readonly Answer[],
  { quantity: told, receiptDate }: Pick<Line, 'quantity' | 'receiptDate'>,
  bare: BareNumbers,
): Match {
  const products = onceEach(answers).map(({ product }) => product);
  const [product] = products;
  const all = answers.flatMap(({ product, count, how }): LineAnswer[] => {
    const shown = Object.keys(how).length > 0 ? { how } : {};
    if (told !== undefined) return [{ productId: product._id, quantity: told, ...shown }];
    const only = sureQuantity(count, product, bare);
    const quantities = only === undefined ? possibleQuantities(count, product) : [only];
    return quantities.length === 0
      ? [{ productId: product._id, ...shown }]
      : quantities.map((quantity) => ({ productId: product._id, quantity, ...shown }));
  });
  const isSame = (a: LineAnswer, b: LineAnswer) => a.productId === b.productId && a.quantity === b.quantity;
  const options = all.filter((option, n) => all.findIndex((other) => isSame(other, option)) === n);
  const shownProducts = new Set(products.slice(0, MOST_CANDIDATES).map(({ _id }) => _id));
  const offered = options.filter(({ productId }) => shownProducts.has(productId)).slice(0, MOST_ANSWERS);
  const only = told ?? onlyOf(answers, options, bare);
  const pieces = only === undefined ? readingsOf(answers) : { quantity: only };
  if (kind === 'several' || !product)
    return { match: kind, candidates: candidatesOf(products), ...pieces, answers: offered };
  const isAsked = kind !== 'exact' || (only === undefined && 'readings' in pieces);
  const substitutes = () =>
    product.substitutes
      .flatMap(({ _id }) => parts.get(_id) ?? [])
      .slice(0, MOST_CANDIDATES)
      .map((part) => differingFrom(part, [product]));
  return {
    match: kind,
    product,
    candidates: [],
    ...pieces,
    ...(isAsked ? { answers: offered } : Object.keys(answers[0]!.how).length > 0 && { how: answers[0]!.how }),
    ...judgeLine(product, { quantity: only, receiptDate }, substitutes),
  };
}

function candidatesOf(products: readonly Product[]): LinePart[] {
  const shown = products.slice(0, MOST_CANDIDATES);
  return shown.map((part) => differingFrom(part, shown));
}

/** Returns the quantity that all answers have, where none of them is in doubt. */
function onlyOf(
  answers: readonly Answer[],
  options: readonly LineAnswer[],
  bare: BareNumbers,
): number | undefined {
  const quantities = new Set(options.map(({ quantity }) => quantity));
  const isSure = answers.every(({ count, product }) => sureQuantity(count, product, bare) !== undefined);
  return isSure && quantities.size === 1 ? options[0]!.quantity : undefined;
}

function readingsOf(answers: readonly Answer[]): Pick<Match, 'readings'> {
  const readings = new Set(
    answers.flatMap(({ count, product }) =>
      count?.packages === undefined ? (count?.values ?? []) : possibleQuantities(count, product),
    ),
  );
  return readings.size > 0 ? { readings: [...readings] } : {};
}

/** Returns the parts of a match that are shown with their prices. */
export const partsOf = ({ product, candidates, problem }: Match): LinePart[] => [
  ...(product ? [product] : []),
  ...candidates,
  ...(problem?.substitutes ?? []),
];

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
