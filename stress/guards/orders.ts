import type { Guard } from './guards.ts';

const PLACE = 'server/orders/insert.ts';
const ORDERS = ['server/orders/orders.test.ts'];
const TOGETHER = ['server/orders/insert.test.ts'];
const PAYING = ['server/payments/payments.test.ts', 'server/payments/trouble.test.ts'];

/** The guards around placing orders, their stock and their states. */
export const orderGuards: Guard[] = [
  {
    name: 'an order that is refused is refused for who asks now',
    file: 'server/http/mount.ts',
    code: '    ...(confirms && { errorHandler: refuseConfirmed }),\n',
    without: '',
    tests: ORDERS,
  },
  {
    name: 'nobody is looked up for an order that was refused before',
    file: 'server/http/mount.ts',
    code: 'callers.has(request) && !isShed',
    without: '!isShed',
    tests: ['server/limits/limits.test.ts'],
  },
  {
    name: 'what an order was answered is told again to who may hear it now',
    file: 'server/orders/place.ts',
    code: ' && (isProven || (await isGood(db, caller.tokenHash)))',
    without: '',
    tests: ORDERS,
  },
  {
    name: 'who asked is remembered for a minute only',
    file: 'server/accounts/tokens.ts',
    code: 'found && found.until > Date.now()',
    without: 'found',
    tests: ORDERS,
  },
  {
    name: 'an order takes no more than there is',
    file: PLACE,
    code: ' and upto <= available',
    without: '',
    tests: ORDERS,
  },
  {
    name: 'an order is of the price that its buyer saw',
    file: PLACE,
    code: 'price_cents = unit_price_cents and ',
    without: '',
    tests: ORDERS,
  },
  {
    name: "an order is of the product's minimum at least",
    file: PLACE,
    code: ' and min_order <= quantity',
    without: '',
    tests: ORDERS,
  },
  {
    name: 'a buyer has so many unpaid orders at most',
    file: PLACE,
    code: `        and unpaid <= \${value('maxUnpaid')}::int\n`,
    without: '',
    tests: ORDERS,
  },
  {
    name: 'a repeat with the same Idempotency-Key is remembered',
    file: PLACE,
    code: 'from accepted where key is not null',
    without: 'from accepted where false',
    tests: ORDERS,
  },
  {
    name: 'orders placed together lock their products, and in one order',
    file: PLACE,
    code: '      order by id for no key update\n',
    without: '',
    tests: TOGETHER,
  },
  {
    name: 'orders placed together count what those before them take',
    file: PLACE,
    code: 'ofProduct.set(productId, upto);',
    without: '',
    tests: TOGETHER,
  },
  {
    name: 'orders placed together count those of the same buyer',
    file: PLACE,
    code: 'ofBuyer.set(caller.userId, nth);',
    without: '',
    tests: TOGETHER,
  },
  {
    name: 'statements find their rows by an index while tables are small',
    file: 'server/database/client.ts',
    code: '[BY_INDEX, chosen]',
    without: '[chosen]',
    tests: ['server/database/statements.test.ts'],
  },
  {
    name: 'what one order is refused for does not refuse those placed with it',
    file: 'server/database/gather.ts',
    code: 'if (some.length > 1 && error instanceof pg.DatabaseError)',
    without: 'if (some.length > 100)',
    tests: ['server/database/gather.test.ts'],
  },
  {
    name: 'what may have been done is not done again',
    file: 'server/database/gather.ts',
    code: ' && error instanceof pg.DatabaseError',
    without: '',
    tests: ['server/database/gather.test.ts'],
  },
  {
    name: 'an order is shown to its buyer only',
    file: 'server/orders/queries.ts',
    code: "if (caller.role !== 'admin') query",
    without: 'if (caller.role === undefined) query',
    tests: ORDERS,
  },
  {
    name: 'an order is placed under the own address',
    file: 'server/orders/place.ts',
    code: 'order.email.trim().toLowerCase() !== caller.email',
    without: 'caller.email === undefined',
    tests: ORDERS,
  },
  {
    name: 'stock is taken again only when it is there',
    file: 'server/orders/state.ts',
    code: `    .where(sql<boolean>\`available + \${pieces}::int >= 0\`)\n`,
    without: '',
    tests: PAYING,
  },
  {
    name: "an order's state changes under its row's lock",
    file: 'server/orders/state.ts',
    code: '    .forUpdate()\n',
    without: '',
    tests: [...ORDERS, ...PAYING],
  },
  {
    name: 'an order changes its state as the table says',
    file: 'server/orders/rules.ts',
    code: '  if (!ORDER_TRANSITIONS[from].includes(to)) throw conflict(...REFUSALS[from]);\n',
    without: '',
    tests: [...ORDERS, ...PAYING],
  },
  {
    name: 'the payment of a deleted order is cancelled',
    file: 'server/orders/delete.ts',
    code: '  if (!order.paid) await payments.cancelOpen(id, caller.email);\n',
    without: '',
    tests: PAYING,
  },
  {
    name: 'a hold that was renewed or paid is not released',
    file: 'server/orders/release.ts',
    code: "    if (order?.state !== 'held' || !(await isHoldOver(transaction, id))) return;\n",
    without: '    if (!order) return;\n',
    tests: PAYING,
  },
];
