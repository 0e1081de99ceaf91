import type { Guard } from './guard.ts';

const ORDERS = ['server/orders/orders.test.ts'];
const LOCKS = ['server/purchases/locks.test.ts'];
const PAYING = ['server/payments/payments.test.ts', 'server/payments/trouble.test.ts'];

/** Guards of orders that are placed: who sees and changes them, and how. */
export const orderGuards: Guard[] = [
  {
    name: "of everybody's purchases the newest are searched for words",
    file: 'server/orders/owned.ts',
    code: 'isAmongNewest(MOST_SEARCHED) : sql`true`',
    without: 'sql`true` : sql`true`',
    tests: ['server/orders/list.test.ts'],
  },
  {
    name: 'an order is shown to its buyer only',
    file: 'server/orders/queries.ts',
    code: "if (reach !== 'all') query",
    without: 'if (reach === undefined) query',
    tests: ORDERS,
  },
  {
    name: "an order's state changes under its row's lock",
    file: 'server/purchases/state.ts',
    code: ' for no key update of purchases',
    without: '',
    tests: [...ORDERS, ...PAYING],
  },
  {
    name: 'an order changes its state as the table says',
    file: 'server/purchases/rules.ts',
    code: '  if (!TRANSITIONS[from].includes(to)) throw new Problem(...REFUSALS[from]);\n',
    without: '',
    tests: ['server/purchases/rules.test.ts', ...ORDERS],
  },
  {
    name: 'the payment of a deleted order is cancelled',
    file: 'server/purchases/delete.ts',
    code: '  if (isUnpaid(purchase.state)) await cancelPayments(purchase.id, actor);\n',
    without: '',
    tests: PAYING,
  },
  {
    name: 'a payment is remembered when the account of its buyer is gone',
    file: 'server/payments/queries.ts',
    code: `(select id from users where id = \${userId} for key share)`,
    without: `\${userId}`,
    tests: LOCKS,
  },
  {
    name: 'a purchase is shown to its buyer only',
    file: 'server/orders/purchase-queries.ts',
    code: "reach === 'all' ? 'everyone' : { userId: reach.userId }",
    without: "'everyone' as const",
    tests: ['server/orders/purchases.test.ts'],
  },
  {
    name: 'a purchase is deleted and paid by its buyer only',
    file: 'server/purchases/queries.ts',
    code: "    .where('state', '<>', 'deleted');\n  if (reach !== 'all') query",
    without: "    .where('state', '<>', 'deleted');\n  if (reach === undefined) query",
    tests: ['server/orders/purchases.test.ts'],
  },
  {
    name: 'a deleted purchase cannot be paid any more',
    file: 'server/purchases/delete.ts',
    code: '  if (isUnpaid(purchase.state)) await cancelPayments(purchase.id, actor);\n',
    without: '',
    tests: ['server/orders/purchases.test.ts'],
  },
  {
    name: 'a job never runs twice at once in one process',
    file: 'server/jobs/runner.ts',
    code: 'if (!running.has(job.name)) ',
    without: '',
    tests: ['server/jobs/runner.test.ts'],
  },
  {
    name: 'a purchase that a page of My Orders ends within waits for the next page',
    file: 'web/pages/dashboard/purchase-groups.ts',
    code: 'isTorn && ',
    without: 'false && ',
    tests: ['web/pages/dashboard/purchase-groups.test.ts'],
  },
  {
    name: 'a deleted line is none of the first ones of its purchase',
    file: 'server/orders/queries.ts',
    code: ' and orders.deleted_at is null and ${sql.join',
    without: ' and ${sql.join',
    tests: ['server/orders/purchases.test.ts'],
  },
];
