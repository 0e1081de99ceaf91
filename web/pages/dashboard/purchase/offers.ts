/** What has changed since a purchase, line by line, and what can be ordered in place of it. Pure. */
import { nearDay } from '#contract/days.ts';
import { judgeLine } from '#contract/line-judge.ts';
import type { LinePart, Match } from '#contract/lines.ts';
import { formatCount, formatPrice, toCents, toDollars } from '#contract/money.ts';
import { lineTotal } from '#contract/price.ts';
import type { PurchaseLine } from '#contract/purchases.ts';
import { refuseQuantity } from '#contract/quantity.ts';
import { enoughOf } from '../../../matching/build.ts';
import { wordsOfProblem } from '../../../matching/problem-words.ts';
import { piecesOf, type Share } from '../../../matching/shares.ts';
import { changeWords, orderWords, totalOfShares, waysOf } from '../../../matching/ways.ts';

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
  /** What is not as it was, in words; none for a line that can be ordered as before. */
  changes: string[];
  /** The first one is taken unless the buyer takes another one. */
  choices: [OfferChoice, ...OfferChoice[]];
}

const LEAVE_OUT: OfferChoice = { label: 'Leave it out' };

/** Pieces of a part that lines before have taken, from stock ('') and from what is expected on a day. */
type Taken = Map<string, Map<string, number>>;

/**
 * Returns what can be ordered today for each line. Lines of the same part share its stock: what one takes the next ones do not have.
 * @param similar parts that may take the place of one that is gone, by the id of its line
 */
export function offersOf(
  lines: readonly PurchaseLine[],
  matches: readonly Match[],
  similar: ReadonlyMap<string, readonly LinePart[]> = new Map(),
  today?: Date,
): Offer[] {
  const used: Taken = new Map();
  return lines.map((line, n) => {
    const match = matches[n]!;
    if (!match.product) return goneOffer(line, similar.get(line._id));
    const part = leftOf(match.product, used.get(match.product._id));
    const offer = offerOf(line, part, match.problem?.substitutes ?? [], today);
    note(used, offer.choices[0]);
    return offer;
  });
}

function goneOffer(line: PurchaseLine, similar: readonly LinePart[] = []): Offer {
  const others = similar.map((other) => inPlace(other, line.quantity, line.total));
  return { line, changes: ['No longer sold'], choices: [LEAVE_OUT, ...others] };
}

function offerOf(
  line: PurchaseLine,
  part: LinePart,
  substitutes: readonly LinePart[],
  today: Date | undefined,
): Offer {
  const { quantity } = line;
  const { problem, unitPrice = line.price } = judgeLine(part, { quantity }, () => [...substitutes]);
  const price =
    unitPrice === line.price ? [] : [`${formatPrice(line.price)} → ${formatPrice(unitPrice)} each`];
  const why = problem && wordsOfProblem(problem, {}, part).replace(/\.$/, '');
  const same: OfferChoice = {
    label: `Order ${formatCount(quantity)}, as before`,
    take: { part, shares: [{ quantity }] },
  };
  const right = (problem?.quantities ?? []).map(
    (pieces): OfferChoice => ({
      label: orderWords(pieces, part, quantity),
      take: { part, shares: [{ quantity: pieces }] },
    }),
  );
  const total = lineTotal(part, quantity);
  const others = (problem?.substitutes ?? []).map((other) => inPlace(other, quantity, total));
  const [first = same, ...rest] =
    quantity > part.available
      ? shortChoices(same, right, part, today)
      : mended(same, right, problem !== undefined && problem.code !== 'obsolete');
  return {
    line,
    changes: [...price, ...(why ? [why] : [])],
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
  const label = `Take ${formatCount(quantity)} × ${part.sku}, ${part.name}`;
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
      expected: part.expected.map((one) => ({ ...one, available: left(one.available, one.dueOn) })),
    }),
  };
}

/** Notes what a choice takes of its part. */
function note(used: Taken, { take, isOpen }: OfferChoice): void {
  if (!take || isOpen) return;
  const of = used.get(take.part._id) ?? new Map<string, number>();
  for (const { quantity, receiptDate = '' } of take.shares)
    of.set(receiptDate, (of.get(receiptDate) ?? 0) + quantity);
  used.set(take.part._id, of);
}

/** Returns what a choice costs today, in dollars: nothing for what cannot be ordered yet. */
export function totalOf({ take, isOpen }: OfferChoice): number {
  if (!take || isOpen) return 0;
  return totalOfShares(take.part, take.shares);
}

/** What is chosen for all lines together. Money in dollars. */
export interface Sums {
  now: number;
  /** What the same pieces of the same parts cost more than then; negative where they cost less. */
  dearer: number;
  lines: number;
  open: number;
  leftOut: number;
  /** The last day on which pieces come; undefined where all are in stock. */
  lastDay: string | undefined;
}

/** Sums up what is chosen. */
export function sumsOf(chosen: readonly { line: PurchaseLine; choice: OfferChoice }[]): Sums {
  let [now, dearer] = [0, 0];
  const days: string[] = [];
  for (const { line, choice } of chosen) {
    const cents = toCents(totalOf(choice));
    now += cents;
    const { part, shares = [] } = choice.take ?? {};
    if (part?._id === line.productId && !choice.isOpen && piecesOf(shares) === line.quantity)
      dearer += cents - toCents(line.total);
    if (!choice.isOpen) days.push(...shares.flatMap(({ receiptDate }) => receiptDate ?? []));
  }
  return {
    ...{ now: toDollars(now), dearer: toDollars(dearer) },
    lines: chosen.filter(({ choice }) => choice.take).length,
    open: chosen.filter(({ choice }) => choice.isOpen).length,
    leftOut: chosen.filter(({ choice }) => !choice.take).length,
    lastDay: days.sort().at(-1),
  };
}

/** Says when all of it can be shipped. */
export function whenWords({ lastDay, lines, open }: Sums, today?: Date): string | undefined {
  if (lines === open) return undefined;
  if (open > 0 && !lastDay) return 'All else is in stock.';
  return lastDay ? `The last pieces are expected on ${nearDay(lastDay, today)}.` : 'All of it is in stock.';
}
