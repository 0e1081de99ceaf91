/** What has changed since a purchase, line by line, and what can be ordered in place of it. Pure. */

import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { lineTotal } from '#contract/kernel/price.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { judgeLine } from '#contract/matching/judge.ts';
import type { LinePart, Match } from '#contract/matching/schema.ts';
import { refuseQuantity } from '#contract/products/quantity.ts';
import type { PurchaseLine } from '#contract/purchases/schema.ts';
import { type InOrder, inOrder } from '../../../basket/cart/in-order.ts';
import { enoughOf } from '../../../basket/matching/build.ts';
import { wordsOfProblem } from '../../../basket/matching/problem-words.ts';
import { piecesOf, type Share } from '../../../basket/matching/shares.ts';
import { changeWords, orderWords, waysOf } from '../../../basket/matching/ways.ts';

/** What is ordered for a line; nothing for one that is left out. */
export interface OfferChoice {
  label: string;
  take?: { part: LinePart; shares: readonly Share[] };
  /** It cannot be ordered yet: it stands on the order pad, and does not count in the sum, until that is settled. */
  isOpen?: true;
}

/** A line of a purchase, and how it would be ordered today. */
export interface Offer {
  line: PurchaseLine;
  /** Those of its pieces that are to be ordered: all, or what the order does not have yet. */
  pieces: number;
  /** What has changed, in words; undefined for a line that can be ordered as before. */
  changes: string[];
  /** The first one is taken unless the buyer takes another one. */
  choices: [OfferChoice, ...OfferChoice[]];
}

const LEAVE_OUT: OfferChoice = { label: 'Leave it out' };

/** Pieces of a part that other lines have taken, from stock ('') and from what is expected on a day. */
type Taken = Map<string, Map<string, number>>;

/** What offers depend on besides the lines and what these are today. */
export interface Around {
  /** Parts that may take the place of one that is gone, by the id of its line. */
  similar?: ReadonlyMap<string, readonly LinePart[]>;
  /** The lines of the buyer's order. */
  order?: readonly ListLine[];
  /** Offers again what is in the order already; otherwise only what is missing. */
  isAgain?: boolean;
  today?: Date;
}

/**
 * Returns what can be ordered today for each line, without those that are in the order already. Lines of the same part share its stock:
 * what the order has, or one line takes, the next ones do not have.
 */
export function offersOf(
  lines: readonly PurchaseLine[],
  matches: readonly Match[],
  { similar = new Map(), order = [], isAgain = false, today }: Around = {},
): Offer[] {
  const used: Taken = new Map();
  for (const { productId, quantity, receiptDate } of order)
    if (productId && quantity) note(used, productId, [{ quantity, receiptDate: receiptDate ?? '' }]);
  const { missing } = orderHas(lines, matches, isAgain ? [] : order);
  return lines.flatMap((line, n) => {
    const { product, problem } = matches[n]!;
    const pieces = missing.get(line._id);
    if (!pieces) return [];
    if (!product) return goneOffer(line, pieces, similar.get(line._id));
    const part = leftOf(product, used.get(product._id));
    const offer = offerOf({ line, pieces }, part, problem?.substitutes ?? [], part !== product, today);
    const [{ take, isOpen }] = offer.choices;
    if (take && !isOpen) note(used, take.part._id, take.shares);
    return offer;
  });
}

/** Returns what of a purchase is in an order already. */
export function orderHas(
  lines: readonly PurchaseLine[],
  matches: readonly Match[],
  order: readonly ListLine[],
): InOrder<PurchaseLine> {
  const parts = new Map(lines.map(({ _id }, n) => [_id, matches[n]!.product]));
  return inOrder(lines, order, ({ _id }) => parts.get(_id));
}

function goneOffer(line: PurchaseLine, pieces: number, similar: readonly LinePart[] = []): Offer {
  const others = similar.map((other) => inPlace(other, pieces, line.total));
  return { line, pieces, changes: ['No longer sold'], choices: [LEAVE_OUT, ...others] };
}

function offerOf(
  { line, pieces }: Pick<Offer, 'line' | 'pieces'>,
  part: LinePart,
  substitutes: readonly LinePart[],
  isShared: boolean,
  today: Date | undefined,
): Offer {
  const { problem, unitPrice = line.price } = judgeLine(part, { quantity: pieces }, () => [...substitutes]);
  const isShort = pieces > part.available;
  const price =
    unitPrice === line.price ? [] : [`${formatPrice(line.price)} → ${formatPrice(unitPrice)} each`];
  const why = problem && wordsOfProblem(problem, {}, part).replace(/\.$/, '');
  const isAll = pieces === line.quantity;
  const has = `${formatCount(line.quantity - pieces)} of ${formatCount(line.quantity)} pcs are in your order already`;
  const same: OfferChoice = {
    label: `Order ${formatCount(pieces)}, ${isAll ? 'as before' : 'which are missing'}`,
    take: { part, shares: [{ quantity: pieces }] },
  };
  const right = (problem?.quantities ?? []).map(
    (quantity): OfferChoice => ({
      label: orderWords(quantity, part, pieces),
      take: { part, shares: [{ quantity }] },
    }),
  );
  const total = lineTotal(part, pieces);
  const others = (problem?.substitutes ?? []).map((other) => inPlace(other, pieces, total));
  const [first = same, ...rest] = isShort
    ? shortChoices(same, right, part, today)
    : mended(same, right, problem !== undefined && problem.code !== 'obsolete');
  return {
    line,
    pieces,
    changes: [
      ...(isAll ? [] : [has]),
      ...price,
      ...(why ? [isShort && isShared ? `${why} (other lines have the rest)` : why] : []),
    ],
    choices: [first, ...rest, ...others, LEAVE_OUT],
  };
}

/** Where minimum, multiple or price have changed, the next larger quantity that can be ordered; without one it is settled later. */
function mended(same: OfferChoice, right: OfferChoice[], isRefused: boolean): OfferChoice[] {
  if (right.length > 0) return right.toReversed();
  return [isRefused ? openChoice(same) : same];
}

/** The line as it was, to be settled on the order pad. */
const openChoice = ({ take }: OfferChoice): OfferChoice => ({
  label: `Keep ${formatCount(piecesOf(take!.shares))}, settle later`,
  take: take!,
  isOpen: true,
});

/**
 * Of a part of which there are too few: all pieces on the days on which they come; or else the most that can be had; or else the
 * line as it was, to be settled on the order pad. Nothing else is taken for it unless the buyer says so.
 */
function shortChoices(
  same: OfferChoice,
  right: OfferChoice[],
  part: LinePart,
  today: Date | undefined,
): OfferChoice[] {
  const ways = waysOf(piecesOf(same.take!.shares), part, today);
  return [
    ...ways.map(({ label, shares }) => ({ label, take: { part, shares } })),
    ...right,
    openChoice(same),
  ];
}

/**
 * Another part in place of one: as many as are enough and can be ordered of it.
 * @param before dollars of the line without it
 */
function inPlace(part: LinePart, pieces: number, before: number): OfferChoice {
  const quantity = enoughOf(pieces, part);
  const take = { part, shares: [{ quantity }] };
  const label = `Replace with ${formatCount(quantity)} × ${part.sku}, ${part.name}`;
  if (refuseQuantity(quantity, part)) return { label, take, isOpen: true };
  return { label: label + changeWords(lineTotal(part, quantity), before), take };
}

/** A part without what lines before have taken of it. */
function leftOf(part: LinePart, taken: ReadonlyMap<string, number> | undefined): LinePart {
  if (!taken) return part;
  const left = (pieces: number, day = '') => Math.max(0, pieces - (taken.get(day) ?? 0));
  return {
    ...part,
    available: left(part.available),
    ...(part.expected && {
      expected: part.expected
        .map((one) => ({ ...one, available: left(one.available, one.dueOn) }))
        .filter(({ available }) => available > 0),
    }),
  };
}

/** Notes what a line takes of its part. */
function note(used: Taken, id: string, shares: readonly Share[]): void {
  const of = used.get(id) ?? new Map<string, number>();
  for (const { quantity, receiptDate = '' } of shares)
    of.set(receiptDate, (of.get(receiptDate) ?? 0) + quantity);
  used.set(id, of);
}
