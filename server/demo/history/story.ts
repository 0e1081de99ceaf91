import { carriers } from '#content/carriers.ts';
import { demoCompanies, demoNotes, demoReviews, hiddenDemoReview } from '#content/demo-companies.ts';
import { DEMO_ADMIN, DEMO_BUYER } from '../../accounts/demo.ts';
import { findUserByEmail } from '../../accounts/queries.ts';
import type { Queryable } from '../../ground/database/client.ts';
import { insertReview, setHidden } from '../../reviews/queries.ts';
import type { Random } from '../random.ts';
import type { Agenda } from './agenda.ts';
import type { Buyer, Deeds, Line, Placed } from './deeds.ts';
import { planReturns } from './returns.ts';
import type { Part, Shelves } from './shelves.ts';

export const HISTORY_DAYS = 90;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Dollars that a line comes to at most, unless its smallest order is more. */
const LINE_DOLLARS = 40_000;

/** Parts that have run low: how many pieces are left, and below how many they are to be ordered. */
const LOW: readonly { sku: string; left: number; reorderPoint: number; daysAgo: number }[] = [
  { sku: 'NIC-25-2S28', left: 150, reorderPoint: 300, daysAgo: 5 },
  { sku: 'PSU-CR-1200P', left: 60, reorderPoint: 300, daysAgo: 4 },
  { sku: 'COL-L240', left: 220, reorderPoint: 400, daysAgo: 3 },
  { sku: 'CAS-MT-360', left: 0, reorderPoint: 300, daysAgo: 2 },
];
const LOW_SKUS = LOW.map(({ sku }) => sku);

export interface StoryParts {
  db: Queryable;
  deeds: Deeds;
  shelves: Shelves;
  agenda: Agenda;
  random: Random;
  /** When the history ends, in milliseconds of the Unix epoch. */
  now: number;
}

/** Plans ninety days of a shop: what buyers buy, what staff do about it, and what the demo buyer finds in My Orders. Returns that buyer. */
export async function planStory(parts: StoryParts): Promise<Buyer> {
  const { db, deeds, shelves, agenda, random, now } = parts;
  const begin = now - HISTORY_DAYS * DAY;
  const returns = planReturns(parts);
  /** Purchases that have left as a whole, for returns that are open at the end. */
  const shipped: Placed[] = [];
  let poNumber = 4100;

  const demoUser = (await findUserByEmail(db, DEMO_BUYER.email))!;
  const demoBuyer = await deeds.signIn(
    { userId: demoUser._id, ...DEMO_BUYER },
    {
      name: DEMO_BUYER.name,
      company: 'Example Electronics',
      street: ['1 Sample Street'],
      city: 'Springfield',
      postcode: '62701',
      region: 'IL',
      country: 'US',
      phone: '+1 217 555 0100',
    },
  );
  const buyers = new Map<string, Buyer>();
  for (const one of demoCompanies) {
    const { company, department, email, street, city, postcode, region, country, phone } = one;
    const shipTo = { name: department, company, street: [street], city, postcode, region, country, phone };
    buyers.set(email, await deeds.signUp({ email, name: `${department}, ${company}` }, shipTo));
  }
  const weighted = demoCompanies.flatMap((one) => Array<typeof one>(one.weight).fill(one));

  /** Lines of some parts, in quantities that can be ordered now. */
  async function linesOf(
    skus: readonly string[],
    most: number,
  ): Promise<{ productId: string; quantity: number }[]> {
    const parts = await shelves.readParts(skus);
    const chosen = parts.toSorted((a, b) => hashOf(a, poNumber) - hashOf(b, poNumber)).slice(0, most);
    return chosen.flatMap((part) => {
      const least = Math.ceil(Math.max(part.min_order, 100) / part.multiple) * part.multiple;
      const wanted = least * random.pick([1, 1, 2, 2, 3, 4, 5]);
      const dear = Math.floor((LINE_DOLLARS * 1e6) / part.price_micros / least) * least;
      const quantity = Math.max(least, Math.min(wanted, dear));
      return quantity <= part.available / 2 ? [{ productId: part.id, quantity }] : [];
    });
  }

  async function place(buyer: Buyer, costCentre: string | undefined, skus: readonly string[], most: number) {
    poNumber += 1 + random.below(4);
    const lines = await linesOf(skus, most);
    if (lines.length === 0) return undefined;
    const note = random.chance(20) ? random.pick(demoNotes) : undefined;
    return deeds.place(buyer, lines, { poNumber: `PO-${poNumber}`, costCentre, note });
  }

  /** One purchase of a company, and what becomes of it. */
  async function buy(at: number): Promise<void> {
    const { email, costCentre, skus } = random.pick(weighted);
    const placed = await place(buyers.get(email)!, costCentre, skus, 1 + random.below(5));
    if (!placed) return;
    const fate = random.below(100);
    if (fate < 7) {
      if (fate < 2) agenda.plan(at + 9 * MINUTE, () => deeds.pay(placed, 'pm_card_visa_chargeDeclined'));
      agenda.plan(at + DAY + MINUTE, async () => void (await deeds.endHolds()));
      agenda.plan(at + 7 * DAY, () => deeds.abandon(placed));
    } else if (fate < 11) {
      agenda.plan(at + (2 + random.below(8)) * HOUR, () => deeds.cancel(placed));
    } else {
      if (fate < 16) agenda.plan(at + 4 * MINUTE, () => deeds.pay(placed, 'pm_card_visa_chargeDeclined'));
      const paidAt = at + (fate < 60 ? 10 + random.below(30) : 60 + random.below(1200)) * MINUTE;
      agenda.plan(paidAt, async () => {
        await deeds.pay(placed);
        planRest(placed, paidAt);
      });
    }
  }

  /** What becomes of a paid purchase: it is called off, or it is shipped, and some of it comes back. */
  function planRest(placed: Placed, paidAt: number): void {
    const fate = random.below(100);
    if (fate < 4) {
      agenda.plan(paidAt + 5 * HOUR, () => deeds.refund(placed, 'The buyer called the order off'));
      return;
    }
    const shipAt = inOfficeHours(paidAt + (14 + random.below(30)) * HOUR, random);
    if (fate < 10) {
      const [line] = placed.lines;
      const short = { ...line!, quantity: Math.min(10, line!.quantity) };
      agenda.plan(paidAt + 4 * HOUR, () =>
        deeds.refund(placed, 'Fewer pieces were left than ordered', [short]),
      );
      line!.quantity -= short.quantity;
    }
    const isSplit = placed.lines.length > 1 && fate > 78;
    const first = isSplit ? placed.lines.slice(0, 1) : placed.lines;
    agenda.plan(shipAt, () => deeds.ship(placed, parcel(first, random)));
    const restAt = inOfficeHours(shipAt + (2 + random.below(4)) * DAY, random);
    if (isSplit) agenda.plan(restAt, () => deeds.ship(placed, parcel(placed.lines.slice(1), random)));
    else if (fate >= 20 && fate < 32) returns.plan(placed, shipAt + (5 + random.below(6)) * DAY);
    else agenda.plan(shipAt, async () => void shipped.push(placed));
  }

  for (const at of timesOf(begin, now, random)) agenda.plan(at, () => buy(at));

  planStaff(parts, begin);
  planLow(parts, [...buyers.values()]);
  planDisputes(parts, place, [...buyers.values()]);
  planReviews(parts, [...buyers.values()]);

  // One return that nobody has answered, and one that is to come back.
  agenda.plan(now - 3 * DAY, () => returns.ask(shipped.at(-9), 'accepted'));
  agenda.plan(now - 20 * HOUR, () => returns.ask(shipped.at(-6), 'asked'));

  const own = ['CPU-C8-47', 'D5U-5600-32', 'SSD-M2-2T', 'PSU-ATX-850G', 'FAN-120-PWM'];
  for (const { daysAgo, isPaid, shippedDaysAgo } of DEMO_PURCHASES) {
    agenda.plan(now - daysAgo * DAY, async () => {
      const placed = await place(demoBuyer, 'Workstations', own, 2 + (Math.floor(daysAgo) % 3));
      if (!placed || !isPaid) return;
      agenda.plan(now - daysAgo * DAY + 12 * MINUTE, () => deeds.pay(placed));
      agenda.plan(now - shippedDaysAgo * DAY, () => deeds.ship(placed, parcel(placed.lines, random)));
    });
  }
  // Whatever the hour, one has gone out in part.
  agenda.plan(now - 2.5 * DAY, async () => {
    const [company] = demoCompanies;
    const placed = await place(buyers.get(company!.email)!, company!.costCentre, own, 3);
    if (!placed) return;
    agenda.plan(now - 2.4 * DAY, () => deeds.pay(placed));
    agenda.plan(now - 20 * HOUR, () => deeds.ship(placed, parcel(placed.lines.slice(0, 1), random)));
  });
  return demoBuyer;
}

/** What the demo buyer has ordered: old purchases, one to return, one on its way, and one to pay. */
const DEMO_PURCHASES = [
  { daysAgo: 61, isPaid: true, shippedDaysAgo: 59 },
  { daysAgo: 34, isPaid: true, shippedDaysAgo: 32 },
  { daysAgo: 13, isPaid: true, shippedDaysAgo: 11 },
  { daysAgo: 2, isPaid: true, shippedDaysAgo: 0.8 },
  { daysAgo: 0.1, isPaid: false, shippedDaysAgo: 0 },
];

/** When purchases are placed: more of them as the shop grows, few on weekends. */
function timesOf(begin: number, now: number, random: Random): number[] {
  const times: number[] = [];
  for (let day = 0; day < HISTORY_DAYS; day += 1) {
    const midnight = Math.floor((begin + (day + 1) * DAY) / DAY) * DAY;
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const growth = 20 + Math.round((70 * day) / HISTORY_DAYS);
    for (const percent of isWeekend ? [30] : [100, 100, growth, growth])
      if (random.chance(percent)) times.push(midnight + 7 * HOUR + random.below(10 * 60) * MINUTE);
  }
  return times.filter((at) => at > begin + HOUR && at < now - HOUR).toSorted((a, b) => a - b);
}

/** The next moment from then on at which people work. */
function inOfficeHours(at: number, random: Random): number {
  let midnight = Math.floor(at / DAY) * DAY;
  if (at > midnight + 16 * HOUR) midnight += DAY;
  while ([0, 6].includes(new Date(midnight).getUTCDay())) midnight += DAY;
  return Math.max(at, midnight + 9 * HOUR + random.below(6 * 60) * MINUTE);
}

export function parcel(lines: Line[], random: Random) {
  const carrier = random.pick(carriers).name;
  const tracking = String(1_000_000_000 + random.below(2_000_000_000));
  return { lines: lines.filter(({ quantity }) => quantity > 0), carrier, tracking };
}

/** A number that depends on a part and a purchase, by which lines differ from purchase to purchase. */
const hashOf = ({ sku }: Part, seed: number) =>
  [...sku].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0, seed);

/** Deliveries of suppliers, stock-takes and damage. */
function planStaff({ shelves, agenda, random, now }: StoryParts, begin: number): void {
  // Parts that run low are left alone for their last two weeks.
  const except = () => (now - Date.now() < 15 * DAY ? LOW_SKUS : []);
  agenda.plan(begin, async () => {
    for (const part of await shelves.readParts()) {
      const low = LOW.find(({ sku }) => sku === part.sku);
      if (low) await shelves.setReorderPoint(part, low.reorderPoint);
    }
  });
  for (let week = 1; week <= 12; week += 1) {
    const monday = begin + week * 7 * DAY;
    agenda.plan(monday, () => shelves.fillUp(except()));
    agenda.plan(monday + 3 * DAY, async () => {
      const goods = await shelves.expectGoods(6, except());
      // What has not come by the end is due still.
      for (const one of goods)
        if (monday + 9 * DAY < now - DAY) agenda.plan(monday + 9 * DAY, () => shelves.arrive(one));
    });
    if (week % 4 === 0) agenda.plan(monday + 4 * DAY, () => shelves.count());
    if (week % 5 === 0)
      agenda.plan(monday + 2 * DAY, async () => {
        const part = random.pick((await shelves.readParts()).filter(({ available }) => available > 1000));
        await shelves.damage(part, 2 + random.below(5));
      });
  }
  // Orders that are cancelled meanwhile give pieces back.
  agenda.plan(now - 20 * MINUTE, () => shelves.settle(new Map(LOW.map(({ sku, left }) => [sku, left]))));
}

/** Purchases of nearly all that is left of some parts. */
function planLow({ deeds, shelves, agenda, random, now }: StoryParts, buyers: Buyer[]): void {
  for (const { sku, left, daysAgo } of LOW) {
    agenda.plan(now - daysAgo * DAY, async () => {
      const [part] = (await shelves.readParts([sku])) as [Part];
      const quantity = Math.floor((part.available - left) / part.multiple) * part.multiple;
      const placed = await deeds.place(random.pick(buyers), [{ productId: part.id, quantity }], {});
      if (placed) agenda.plan(now - daysAgo * DAY + 25 * MINUTE, () => deeds.pay(placed));
    });
  }
}

/** A dispute that was lost, and one that is to be answered. */
function planDisputes(
  { deeds, agenda, random, now }: StoryParts,
  place: (
    buyer: Buyer,
    costCentre: undefined,
    skus: readonly string[],
    most: number,
  ) => Promise<Placed | undefined>,
  buyers: Buyer[],
): void {
  for (const { daysAgo, isLost } of [
    { daysAgo: 44, isLost: true },
    { daysAgo: 4, isLost: false },
  ]) {
    const at = now - daysAgo * DAY;
    agenda.plan(at, async () => {
      const placed = await place(random.pick(buyers), undefined, ['SSD-S25-1T', 'CAB-DAC25-2M'], 1);
      if (!placed) return;
      agenda.plan(at + HOUR, async () => {
        await deeds.pay(placed, 'pm_card_createDisputeProductNotReceived');
        await deeds.takeInDisputes(at);
      });
      agenda.plan(at + 2 * HOUR, () => deeds.ship(placed, parcel(placed.lines, random)));
      if (isLost) agenda.plan(at + 6 * DAY, () => deeds.loseDisputes(at));
    });
  }
}

function planReviews({ db, agenda, random, now }: StoryParts, buyers: Buyer[]): void {
  const write = (review: Pick<(typeof demoReviews)[number], 'ratings' | 'description'>, by: Buyer) =>
    db
      .transaction()
      .execute((transaction) =>
        insertReview(transaction, { ...review, userId: by.userId, name: by.name, email: by.email }),
      );
  for (const [n, review] of demoReviews.entries())
    agenda.plan(now - (2 + 10 * (demoReviews.length - 1 - n)) * DAY, async () => {
      await write(review, buyers[(3 * n) % buyers.length]!);
    });
  agenda.plan(now - 17 * DAY, async () => {
    const { why, ...review } = hiddenDemoReview;
    const id = await write(review, random.pick(buyers));
    await db
      .transaction()
      .execute((transaction) => setHidden(transaction, { id, to: 'hidden', actor: DEMO_ADMIN.email, why }));
  });
}
