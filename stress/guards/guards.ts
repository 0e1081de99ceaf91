import { accountGuards } from './accounts.ts';
import { securityGuards } from './security.ts';

/** Something that keeps trouble out, and the tests that are to fail when it is taken away. */
export interface Guard {
  /** What it makes sure of. */
  name: string;
  file: string;
  /** Its code, to be found once in the file, and what stands there when it is taken away. */
  code: string;
  without: string;
  /** Files of tests; one test of theirs is to fail. */
  tests: string[];
}

const PLACE = 'server/orders/queries.ts';
const ORDERS = ['server/orders/orders.test.ts'];
const PAYING = ['server/payments/payments.test.ts', 'server/payments/trouble.test.ts'];
const RULES = ['server/payments/rules.test.ts'];
const CONSTRAINTS = ['server/database/constraints.test.ts'];
const SHOP_TABLES = 'server/database/migrations/0002-shop.sql';

/** The guards around stock, orders and money, and those around accounts. */
export const guards: Guard[] = [
  {
    name: 'an order takes no more than there is',
    file: PLACE,
    code: `and available >= \${quantity} and min_order`,
    without: 'and min_order',
    tests: ORDERS,
  },
  {
    name: 'an order is of the price that its buyer saw',
    file: PLACE,
    code: ` and price_cents = \${value('priceCents')}::int`,
    without: '',
    tests: ORDERS,
  },
  {
    name: "an order is of the product's minimum at least",
    file: PLACE,
    code: ` and min_order <= \${quantity}`,
    without: '',
    tests: ORDERS,
  },
  {
    name: 'a buyer has so many unpaid orders at most',
    file: PLACE,
    code: `        and (\${unpaidOf(value('userId'))}) < \${value('maxUnpaid')}::int\n`,
    without: '',
    tests: ORDERS,
  },
  {
    name: 'a repeat with the same Idempotency-Key is remembered',
    file: PLACE,
    code: 'const [placed] = attempt\n',
    without: 'const [placed] = attempt && false\n',
    tests: ORDERS,
  },
  {
    name: 'an order is shown to its buyer only',
    file: PLACE,
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
    name: 'stock is never below zero, whatever asks',
    file: SHOP_TABLES,
    code: ' check (available >= 0)',
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'an order has one open payment at most',
    file: SHOP_TABLES,
    code: "create unique index payments_one_open on payments (order_id) where state = 'open';",
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'an order is paid once at most',
    file: 'server/database/migrations/0003-settlement.sql',
    code: "create unique index payments_one_succeeded on payments (order_id) where state in ('succeeded');",
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'a payment pays one order at most',
    file: SHOP_TABLES,
    code: '  transaction_id text unique,',
    without: '  transaction_id text,',
    tests: CONSTRAINTS,
  },
  {
    name: 'a paid order is not deleted, whatever asks',
    file: SHOP_TABLES,
    code: ' and (paid_at is null or refunded_at is not null)',
    without: '',
    tests: CONSTRAINTS,
  },
  {
    name: 'the log is only added to',
    file: SHOP_TABLES,
    code: "  raise exception 'events are append-only';",
    without: '  return null;',
    tests: CONSTRAINTS,
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
    name: 'a payment changes its state as the table says',
    file: 'server/payments/rules.ts',
    code: '  if (!PAYMENT_TRANSITIONS[from].includes(to)) throw',
    without: '  if (from === undefined) throw',
    tests: RULES,
  },
  {
    name: 'a payment of another order does not pay this one',
    file: 'server/payments/rules.ts',
    code: "  if (payment.orderId !== null && payment.orderId !== order.id) return 'mismatch';\n",
    without: '',
    tests: RULES,
  },
  {
    name: "another buyer's payment does not pay an order",
    file: 'server/payments/rules.ts',
    code: "  if (payment.userId !== order.userId) return 'mismatch';\n",
    without: '',
    tests: RULES,
  },
  {
    name: 'a payment of another amount does not pay an order',
    file: 'server/payments/rules.ts',
    code: 'intent.amountCents !== order.totalCents || ',
    without: '',
    tests: RULES,
  },
  {
    name: 'a payment in another currency does not pay an order',
    file: 'server/payments/rules.ts',
    code: ' || intent.currency !== CURRENCY',
    without: '',
    tests: RULES,
  },
  {
    name: 'money that went back pays nothing',
    file: 'server/payments/rules.ts',
    code: "  if (payment.state === 'refunding' || payment.state === 'refunded' || intent.refunded) return 'given_back';\n",
    without: '',
    tests: RULES,
  },
  {
    name: 'only a payment that has succeeded pays',
    file: 'server/payments/rules.ts',
    code: "if (intent.status !== 'succeeded') return isSettled ?",
    without: "if (intent.status === 'canceled') return isSettled ?",
    tests: RULES,
  },
  {
    name: 'tabs that begin to pay at once get one payment',
    file: 'server/payments/payments.ts',
    code: `order-\${orderId}-\${earlier.length}`,
    without: `order-\${orderId}-\${Math.random()}`,
    tests: PAYING,
  },
  {
    name: 'a payment is of what the order comes to',
    file: 'server/payments/payments.ts',
    code: 'if (toCents(order.total) !== toCents(price)) {',
    without: 'if (order.total < 0) {',
    tests: PAYING,
  },
  {
    name: 'who pays late gets their stock again first',
    file: 'server/payments/payments.ts',
    code: '      if (order.heldUntil === null) await ensureHeld(orderId);\n',
    without: '',
    tests: PAYING,
  },
  {
    name: 'the payment of a deleted order is cancelled',
    file: 'server/orders/delete.ts',
    code: '  if (!order.paid) await payments.cancelOpen(id, caller.email);\n',
    without: '',
    tests: PAYING,
  },
  {
    name: 'a refund that is under way is not begun again',
    file: 'server/payments/payments.ts',
    code: "if (payment.state === 'refunding') {",
    without: 'if (payment.state === undefined) {',
    tests: PAYING,
  },
  {
    name: 'money that cannot pay its order goes back',
    file: 'server/payments/settle.ts',
    code: "if (intent.status === 'succeeded') await giveBack(transaction, payment, order.id, WHY_BACK[verdict]);",
    without: '',
    tests: PAYING,
  },
  {
    name: 'money for parts that are gone goes back',
    file: 'server/payments/settle.ts',
    code: '        await giveBack(transaction, payment, order.id, WHY_BACK.stock_gone);\n',
    without: '',
    tests: PAYING,
  },
  {
    name: 'a refund whose answer was lost is known to be made',
    file: 'server/payments/provider.ts',
    code: "          if (codeOf(error) === 'charge_already_refunded') return true;\n",
    without: '',
    tests: ['server/payments/provider.test.ts'],
  },
  {
    name: 'what no order claims is given back after 60 minutes only',
    file: 'server/payments/reconcile.ts',
    code: 'payment.age >= UNCLAIMED_MS',
    without: 'payment.age >= 0',
    tests: PAYING,
  },
  {
    name: 'what is still open for a paid order is cancelled',
    file: 'server/payments/reconcile.ts',
    code: ' || (await isSettledOtherwise(database, orderId))',
    without: '',
    tests: PAYING,
  },
  {
    name: 'refunds made at the provider are found',
    file: 'server/payments/reconcile.ts',
    code: '  await findRefunds(parts);\n',
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
  {
    name: 'an event is noted in the transaction of its effect (paid)',
    file: 'server/payments/settle.ts',
    code: 'if (event) await insertProviderEvent(transaction, event);',
    without: 'if (event) await insertProviderEvent(db, event).catch(() => {});',
    tests: PAYING,
  },
  {
    name: 'an event is noted in the transaction of its effect (refunded)',
    file: 'server/payments/refunds.ts',
    code: 'if (event) await insertProviderEvent(transaction, event);\n    // The order first',
    without:
      'if (event) await insertProviderEvent(database.db, event).catch(() => {});\n    // The order first',
    tests: PAYING,
  },
  {
    name: 'an event is noted in the transaction of its effect (cancelled)',
    file: 'server/payments/payments.ts',
    code: 'await insertProviderEvent(transaction, event);',
    without: 'await insertProviderEvent(db, event).catch(() => {});',
    tests: PAYING,
  },
  {
    name: 'a webhook from the future is refused',
    file: 'server/payments/provider.ts',
    code: "      requireRecent(signature ?? '');\n",
    without: '',
    tests: PAYING,
  },
  {
    name: 'a webhook of long ago is refused',
    file: 'server/payments/provider.ts',
    code: 'webhookSecret, TOLERANCE_SECONDS)',
    without: 'webhookSecret, 1e9)',
    tests: PAYING,
  },
  {
    name: 'a provider that hangs is waited for by so many at most',
    file: 'server/payments/provider.ts',
    code: '    if (underWay >= MOST_AT_ONCE) throw providerDown();\n',
    without: '',
    tests: ['server/payments/hanging.test.ts'],
  },
  {
    name: 'a mail is written once for what it tells of',
    file: 'server/mail/queries.ts',
    code: 'on conflict (dedupe) do nothing',
    without: 'on conflict (id) do nothing',
    tests: ['server/mail/outbox.test.ts'],
  },
  ...accountGuards,
  ...securityGuards,
];
