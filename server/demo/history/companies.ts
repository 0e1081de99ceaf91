import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { MemberRole } from '#contract/companies/rights.ts';
import { toMicros } from '#contract/kernel/money.ts';
import type { ListedPrice } from '#contract/price-lists/schema.ts';
import { DEMO_ADMIN, insertDemoAccounts } from '../../accounts/demo.ts';
import { findUserByEmail } from '../../accounts/queries.ts';
import { insertAddress } from '../../address-book/queries.ts';
import { insertBudget, writeRules } from '../../companies/budgets.ts';
import { setPartNumbers } from '../../companies/part-numbers.ts';
import { addMember, insertCompany, updateMember } from '../../companies/queries.ts';
import type { Queryable } from '../../ground/database/client.ts';
import { recordEvent } from '../../log/queries.ts';
import { assignToCompany, assignToGroup, insertGroup, insertPriceList } from '../../price-lists/change.ts';
import { createRandom } from '../random.ts';
import type { Buyer } from './deeds.ts';
import type { Part } from './shelves.ts';
import { DAY, HOUR, MINUTE, parcel, type StoryParts } from './story.ts';

interface DemoMember {
  name: string;
  email: string;
  roles: MemberRole[];
}

interface DemoCompany {
  name: string;
  address: Omit<ShipTo, 'name' | 'company'>;
  taxId: string;
  /** The first one opens it. */
  members: readonly DemoMember[];
}

const FAIRVIEW: DemoCompany = {
  name: 'Fairview Instruments',
  address: {
    street: ['40 Calibration Way'],
    city: 'Denver',
    postcode: '80216',
    region: 'CO',
    country: 'US',
    phone: '+1 303 555 0134',
  },
  taxId: '84-0000000',
  members: [
    { name: 'Company Admin', email: 'company-admin@example.com', roles: ['admin'] },
    { name: 'Company Buyer', email: 'company-buyer@example.com', roles: ['buyer'] },
    { name: 'Company Approver', email: 'company-approver@example.com', roles: ['approver'] },
    { name: 'Company Finance', email: 'company-finance@example.com', roles: ['finance'] },
  ],
};

/** Where Fairview has its invoices sent. */
const FAIRVIEW_BILLS: ShipTo = {
  ...FAIRVIEW.address,
  ...{ name: 'Accounts payable', company: FAIRVIEW.name, street: ['PO Box 1180'], postcode: '80201' },
};

/** A smaller one, so that staff see more than one. */
const TIDEWAY: DemoCompany = {
  name: 'Tideway College',
  address: {
    street: ['3 Ferry Lane'],
    city: 'Norwich',
    postcode: 'NR1 1EF',
    country: 'GB',
    phone: '+44 1632 960 118',
  },
  taxId: 'GB000000000',
  members: [{ name: 'College Admin', email: 'college-admin@example.com', roles: ['admin'] }],
};

const [BENCHES, SERVICE] = ['Test benches', 'Service'];

/** What Fairview orders: more than 20,000 dollars has to be approved. The last one waits for it at the end. */
const ORDERS = [
  { ago: 38 * DAY, poNumber: 'FI-2041', costCentre: SERVICE, skus: ['FAN-120-PWM'] },
  { ago: 24 * DAY, poNumber: 'FI-2057', costCentre: BENCHES, skus: ['CPU-C8-47', 'D5U-5600-32'] },
  { ago: 9 * DAY, poNumber: 'FI-2063', costCentre: SERVICE, skus: ['COL-T6-120'] },
  { ago: 5 * HOUR, poNumber: 'FI-2070', costCentre: BENCHES, skus: ['MBD-Z790W', 'SSD-M2-2T'] },
];

/** Plans two companies: their members, rules, prices and part numbers, and what they order. */
export async function planCompanies({ db, deeds, shelves, agenda, now }: StoryParts): Promise<void> {
  const staff = DEMO_ADMIN.email;
  const random = createRandom('companies');

  /** Opens a company with its members, who are signed in for it in their order. */
  async function open({ name: company, address, taxId, members }: DemoCompany): Promise<Buyer[]> {
    const shipTo = { name: 'Goods in', company, ...address };
    await insertDemoAccounts(
      db,
      members.map(({ name, email }) => ({ name, email, role: 'customer' })),
    );
    return db.transaction().execute(async (transaction) => {
      const buyerId = await insertCompany(transaction, { name: company, address: shipTo, taxId });
      const people: Buyer[] = [];
      for (const { name, email, roles } of members) {
        const { _id: userId } = (await findUserByEmail(transaction, email))!;
        await addMember(transaction, buyerId, userId, roles);
        await recordEvent(
          transaction,
          people.length === 0
            ? { kind: 'company_opened', actor: email, facts: { company } }
            : { kind: 'member_joined', actor: email, person: email, facts: { company, roles } },
        );
        people.push(await deeds.signIn({ userId, email, name }, shipTo, buyerId));
      }
      await insertAddress(transaction, people[0]!, { shipTo, isDefault: true });
      return people;
    });
  }

  const inOne = (work: (transaction: Queryable) => Promise<unknown>) => db.transaction().execute(work);

  agenda.plan(now - 45 * DAY, async () => {
    const [admin, buyer, approver, finance] = (await open(FAIRVIEW)) as [Buyer, Buyer, Buyer, Buyer];
    const { buyerId } = admin;
    await inOne(async (transaction) => {
      await insertAddress(transaction, admin, { shipTo: FAIRVIEW_BILLS, use: 'bill' });
      const limits = { perPurchase: 150_000, perMonth: 250_000 };
      await updateMember(transaction, buyerId, buyer.userId, limits);
      const benches = {
        name: 'Test benches',
        costCentre: BENCHES,
        period: 'quarter',
        limit: 300_000,
      } as const;
      await insertBudget(transaction, buyerId, benches);
      await insertBudget(transaction, buyerId, { name: 'All purchases', period: 'year', limit: 1_500_000 });
      await writeRules(transaction, buyerId, {
        poNumber: 'unique',
        costCentres: [BENCHES!, SERVICE!],
        approvals: [
          { above: 20_000, by: { role: 'approver' }, count: 1 },
          { newAddress: true, by: { role: 'admin' }, count: 1 },
          { overBudget: true, by: { role: 'admin' }, count: 1 },
        ],
      });
      const parts = agreedOf(await shelves.readParts());
      const list = { name: 'Fairview agreement', prices: parts.flatMap(agreedPrices) };
      const listId = await insertPriceList(transaction, list, staff);
      await assignToCompany(transaction, buyerId, { ids: [listId] }, staff);
      const numbers = parts.map(({ id }, n) => ({ productId: id, number: `FI-${71_040 + n * 7}` }));
      await setPartNumbers(transaction, buyerId, { numbers });
    });
    for (const { ago, poNumber, costCentre, skus } of ORDERS)
      agenda.plan(now - ago, async () => {
        const lines = leastOf(await shelves.readParts(skus));
        const placed = (await deeds.place(buyer, lines, { poNumber, costCentre, billTo: FAIRVIEW_BILLS }))!;
        if (ago < DAY) return;
        if (placed.isAsked)
          agenda.plan(now - ago + 3 * HOUR, () => deeds.approve(placed, approver, 'Within plan.'));
        // Finance pays what the buyer has placed.
        agenda.plan(now - ago + 4 * HOUR, () => deeds.pay({ ...placed, buyer: finance }));
        agenda.plan(now - ago + 2 * DAY, () => deeds.ship(placed, parcel(placed.lines, random)));
      });
  });

  agenda.plan(now - 30 * DAY, async () => {
    const [admin] = (await open(TIDEWAY)) as [Buyer];
    await inOne(async (transaction) => {
      const groupId = await insertGroup(transaction, 'Education', staff);
      const list = { name: 'Education', minusPercent: 4 };
      await assignToGroup(
        transaction,
        groupId,
        { ids: [await insertPriceList(transaction, list, staff)] },
        staff,
      );
      await assignToCompany(transaction, admin.buyerId, { ids: [], groupId }, staff);
    });
    agenda.plan(now - 20 * DAY, async () => {
      const lines = leastOf(await shelves.readParts(['SSD-S25-1T']));
      const placed = (await deeds.place(admin, lines, { poNumber: 'TC-118' }))!;
      agenda.plan(now - 20 * DAY + 30 * MINUTE, () => deeds.pay(placed));
      agenda.plan(now - 18 * DAY, () => deeds.ship(placed, parcel(placed.lines, random)));
    });
  });
}

/** The parts with an agreed price: those that the company orders, and some dozens of others. */
function agreedOf(parts: Part[]): Part[] {
  const ordered = ORDERS.flatMap(({ skus }) => skus);
  return parts.filter(({ sku }, n) => n % 6 === 0 || ordered.includes(sku));
}

/** A tenth less than the list price, and a little less from five smallest orders on. */
function agreedPrices(part: Part): ListedPrice[] {
  const { id: productId } = part;
  const cents = Math.ceil((part.price_micros * 0.9) / 10_000);
  return [
    { productId, price: cents / 100 },
    { productId, from: 5 * leastPieces(part), price: (toMicros(cents / 100) * 0.97) / 1e6 },
  ];
}

const leastPieces = ({ min_order, multiple }: Part) =>
  Math.ceil(Math.max(min_order, 100) / multiple) * multiple;
const leastOf = (parts: Part[]) => parts.map((part) => ({ productId: part.id, quantity: leastPieces(part) }));
