import type { Guard } from './guard.ts';

const PLACE = 'server/purchases/insert.ts';
const ORDERS = ['server/orders/orders.test.ts'];
const TOGETHER = ['server/purchases/insert.test.ts'];
const RELEASES = ['server/purchases/release.test.ts'];
const PAYING = ['server/payments/payments.test.ts', 'server/payments/trouble.test.ts'];

/** Guards of stock that is held for unpaid orders. */
export const holdGuards: Guard[] = [
  {
    name: 'a buyer has so many unpaid orders at most',
    file: PLACE,
    code: `        when unpaid_orders >= \${value('maxUnpaid')}::int then 'too_many_unpaid'\n`,
    without: '',
    tests: ORDERS,
  },
  {
    name: 'what a buyer has unpaid is read where it is locked',
    file: PLACE,
    code: '      order by id for no key update\n    ), gates as materialized (',
    without: '      order by id\n    ), gates as materialized (',
    tests: TOGETHER,
  },
  {
    name: 'so much is held at most for a buyer whose address is not proven',
    file: PLACE,
    code: 'sql`not email_verified\n',
    without: 'sql`false and not email_verified\n',
    tests: TOGETHER,
  },
  {
    name: 'stock is held for a shorter time for a buyer whose address is not proven',
    file: PLACE,
    code: 'case when email_verified then usual else least(',
    without: 'case when true or email_verified then usual else least(',
    tests: TOGETHER,
  },
  {
    name: 'beginning to pay a late order holds it no longer than paying takes, for such a buyer',
    file: 'server/purchases/holds.ts',
    code: 'renewedHold(buyer?.isAddressProven ?? true, terms)',
    without: 'renewedHold(true, terms)',
    tests: ORDERS,
  },
  {
    name: 'who confirms an address extends the holds of nobody else',
    file: 'server/start.ts',
    code: 'extendProvenHolds(database.db, { email })',
    without: 'extendProvenHolds(database.db)',
    tests: ['server/orders/orders.test.ts'],
  },
  {
    name: 'who has proven their address has their orders held longer, also while a release waits',
    file: 'server/purchases/holds.ts',
    code: '    await extendProvenHolds(transaction, { id });\n',
    without: '',
    tests: RELEASES,
  },
  {
    name: 'extending holds waits for nobody',
    file: 'server/purchases/holds.ts',
    code: ' skip locked',
    without: '',
    tests: RELEASES,
  },
  {
    name: 'the end of a short hold is not warned of when it begins',
    file: 'server/purchases/holds.ts',
    code: 'case when held_until_proven is null then',
    without: 'case when true then',
    tests: ORDERS,
  },
  {
    name: 'nobody is warned of the end of a hold while they pay',
    file: 'server/purchases/state.ts',
    code: 'hold_warned_at: change.provenMinutes === undefined ? null : sql<Date>`now()`,',
    without: 'hold_warned_at: null,',
    tests: ORDERS,
  },
  {
    name: 'a late order is held again only if its buyer may have it held',
    file: 'server/purchases/holds.ts',
    code: 'if (buyer && !mayHold(buyer, totalCents, unprovenCents)) throw',
    without: 'if (buyer && false) throw',
    tests: ORDERS,
  },
  {
    name: 'stock is taken again only when it is there',
    file: 'server/purchases/stock.ts',
    code: 'not exists (select from left_over where available < 0)',
    without: 'true',
    tests: PAYING,
  },
  {
    name: 'a hold that was renewed or paid is not released',
    file: 'server/purchases/holds.ts',
    code: "    if (purchase?.state !== 'held' || !(await isHoldOver(transaction, id))) return [];\n",
    without: '    if (!purchase) return [];\n',
    tests: RELEASES,
  },
];
