import type { Guard } from './guard.ts';

const PAYING = ['server/payments/payments.test.ts', 'server/payments/trouble.test.ts'];
const REFUSED = ['server/payments/refused-refunds.test.ts'];
const MIGRATED = ['server/database/migrate.test.ts'];

/** The guards around refunds and disputes. */
export const refundGuards: Guard[] = [
  {
    name: 'no refund is offered of what a dispute holds as a whole',
    file: 'server/payments/dispute-rules.ts',
    code: 'BLOCKING.includes(status)',
    without: 'BLOCKING.includes(status) && false',
    tests: ['server/payments/dispute-rules.test.ts'],
  },
  {
    name: 'a refused refund asks for nothing while disputes take all of it',
    file: 'server/payments/payments-to-answer.ts',
    code: ".where('disputes.status', 'in', BLOCKING)",
    without: ".where('disputes.status', '=', '')",
    tests: ['server/payments/disputes.test.ts'],
  },
  {
    name: 'a refund that is under way is not begun again',
    file: 'server/payments/payments.ts',
    code: "if (payment.state === 'refunding') {",
    without: 'if (payment.state === undefined) {',
    tests: PAYING,
  },
  {
    name: "an admin's refund is taken in the transaction that makes it due",
    file: 'server/payments/payments.ts',
    code: 'payment, { reason, cause: null }, caller.email, true);\n        return',
    without: 'payment, { reason, cause: null }, caller.email);\n        return',
    tests: PAYING,
  },
  {
    name: 'a refund whose answer was lost is known to be made',
    file: 'server/payments/provider.ts',
    code: "          if (codeOf(error) === 'charge_already_refunded') return undefined;\n",
    without: '',
    tests: ['server/payments/provider.test.ts'],
  },
  {
    name: 'refunds made at the provider are found',
    file: 'server/payments/reconcile.ts',
    code: '    () => takeInNewRefunds(parts),\n',
    without: '',
    tests: PAYING,
  },
  {
    name: 'news that the key may not read do not hold up the others',
    file: 'server/payments/reconcile.ts',
    code: 'if (error instanceof ProviderFailure && error.passes) break;',
    without: 'break;',
    tests: ['server/payments/restricted-key.test.ts'],
  },
  {
    name: 'who looked before a refund does not take it for sent back',
    file: 'server/payments/take-in.ts',
    code: '  const payment = await findPayment(database.db, intentId);\n  const intent = await provider.getIntent(intentId);\n',
    without:
      '  const intent = await provider.getIntent(intentId);\n  const payment = await findPayment(database.db, intentId);\n',
    tests: PAYING,
  },
  {
    name: 'an event is noted in the transaction of its effect (refunded)',
    file: 'server/payments/refunds.ts',
    code: 'if (event) await insertProviderEvent(transaction, event);\n    // The purchase first',
    without:
      'if (event) await insertProviderEvent(database.db, event).catch(() => {});\n    // The purchase first',
    tests: PAYING,
  },
  {
    name: 'a refund that is refused for good stops',
    file: 'server/payments/refunds.ts',
    code: "    if (stops) await changePaymentState(transaction, payment, { to: 'refused', refusal: problem });\n    else ",
    without: '    ',
    tests: REFUSED,
  },
  {
    name: 'a payment whose refund stops is changed once',
    file: 'server/payments/refunds.ts',
    code: "    if (stops) await changePaymentState(transaction, payment, { to: 'refused', refusal: problem });\n    else await",
    without:
      "    if (stops) await changePaymentState(transaction, payment, { to: 'refused', refusal: problem });\n    await",
    tests: ['server/payments/refund-locks.test.ts'],
  },
  {
    name: 'a refund that was refused is asked for under another key',
    file: 'server/payments/provider.ts',
    code: `-\${earlier.data.length}-\${refusals}`,
    without: `-\${earlier.data.length}`,
    tests: REFUSED,
  },
  {
    name: 'a stopped refund is tried again once, however many ask',
    file: 'server/payments/payments.ts',
    code: "if (payment.state !== 'refused') {",
    without: 'if (payment.state === undefined) {',
    tests: REFUSED,
  },
  {
    name: 'buyers are not told what the provider says of the account',
    file: 'server/orders/history.ts',
    code: 'isAdmin || !FOR_ADMINS.includes(kind)',
    without: 'true',
    tests: REFUSED,
  },
  {
    name: 'what has gone back in part is not set to what it was before',
    file: 'server/payments/queries.ts',
    code: ` and refunded_cents = \${payment.refundedCents}`,
    without: '',
    tests: ['server/payments/part-refunds.test.ts'],
  },
  {
    name: 'a dispute is not set to what it was before',
    file: 'server/payments/disputes.ts',
    code: "          .where('revision', '=', revision)\n",
    without: '',
    tests: ['server/payments/disputes.test.ts'],
  },
  {
    name: 'a part that went back is looked at as long as a bank may send it back',
    file: 'server/payments/queries.ts',
    code: "refunded_changed_at < now() - interval '60 days'",
    without: "settled_at < now() - interval '60 days'",
    tests: ['server/payments/part-refunds.test.ts'],
  },
  {
    name: 'what a process of the version before refunds has gone back in full',
    file: 'server/database/migrations/0016-refused-refunds.sql',
    code: 'new.refunded_cents = new.amount_cents;',
    without: 'null;',
    tests: MIGRATED,
  },
  {
    name: 'what a process of the version before hears to be sent back has not gone back',
    file: 'server/database/migrations/0016-refused-refunds.sql',
    code: 'new.refunded_cents = 0;',
    without: 'null;',
    tests: MIGRATED,
  },
  {
    name: 'no more goes back than was paid',
    file: 'server/database/migrations/0016-refused-refunds.sql',
    code: 'check (refunded_cents between 0 and amount_cents)',
    without: 'check (true)',
    tests: ['server/payments/part-refunds.test.ts'],
  },
  {
    name: 'a refund is told as by who asked for it',
    file: 'server/payments/refunds.ts',
    code: "payment.state === 'refunding' ? await",
    without: "payment.state === 'canceled' ? await",
    tests: ['server/payments/trouble.test.ts'],
  },
];
