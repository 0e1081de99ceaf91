import type { Guard } from './guard.ts';

const PAYING = ['server/payments/payments.test.ts', 'server/payments/trouble.test.ts'];
const REFUSED = ['server/payments/refused-refunds.test.ts'];
const PARTS = ['server/payments/refund-parts.test.ts'];
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
    name: 'a refund of pieces puts none of them on sale',
    file: 'server/purchases/pay.ts',
    code: 'pieces: isByPieces ? 0 : toShip(line)',
    without: 'pieces: toShip(line)',
    tests: PARTS,
  },
  {
    name: 'a refund that is under way is not begun again',
    file: 'server/payments/ask-refund.ts',
    code: "if (payment.state === 'refunding' || (",
    without: 'if (payment.state === undefined || (',
    tests: PAYING,
  },
  {
    name: "an admin's refund is taken in the transaction that makes it due",
    file: 'server/payments/ask-refund.ts',
    code: 'caller.email, true, begun?.part);',
    without: 'caller.email, false, begun?.part);',
    tests: PAYING,
  },
  {
    name: 'a refund whose answer was lost is known to be made',
    file: 'server/payments/stripe.ts',
    code: "          if (!part && codeOf(error) === 'charge_already_refunded') return undefined;\n",
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
    code: 'await doEach(steps, (step) => step(), { at: isOutOfReach });',
    without: 'for (const step of steps) await step();',
    tests: ['server/payments/restricted-key.test.ts'],
  },
  {
    name: 'who looked before a refund does not take it for sent back',
    file: 'server/payments/take-in.ts',
    code: '  const payment = await findPayment(database.db, intentId);\n  const found = await provider.getIntent(intentId);\n',
    without:
      '  const found = await provider.getIntent(intentId);\n  const payment = await findPayment(database.db, intentId);\n',
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
    file: 'server/payments/carry-out.ts',
    code: "    if (stops) await changePaymentState(transaction, payment, { to: 'refused', refusal: problem });\n    else ",
    without: '    ',
    tests: REFUSED,
  },
  {
    name: 'a payment whose refund stops is changed once',
    file: 'server/payments/carry-out.ts',
    code: "    if (stops) await changePaymentState(transaction, payment, { to: 'refused', refusal: problem });\n    else await",
    without:
      "    if (stops) await changePaymentState(transaction, payment, { to: 'refused', refusal: problem });\n    await",
    tests: ['server/payments/refund-locks.test.ts'],
  },
  {
    name: 'a refund that was refused is asked for under another key',
    file: 'server/payments/stripe.ts',
    code: `-\${same.length}-\${refusals}`,
    without: `-\${same.length}`,
    tests: REFUSED,
  },
  {
    name: 'a stopped refund is tried again once, however many ask',
    file: 'server/payments/ask-refund.ts',
    code: "if (payment.state !== 'refused') ",
    without: 'if (payment.state === undefined) ',
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
    file: 'server/payments/note-refunds.ts',
    code: "if (locked?.refundedCents !== payment.refundedCents || locked.state === 'refunded') return [];",
    without: "if (!locked || locked.state === 'refunded') return [];",
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
    file: 'server/payments/looks.ts',
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
    code: "return state === 'refunding' &&",
    without: "return state === 'canceled' &&",
    tests: ['server/payments/trouble.test.ts'],
  },
  {
    name: 'no more pieces of a line are refunded than it has, whatever asks',
    file: 'server/database/migrations/0027-part-refunds.sql',
    code: 'check (refunded_quantity between 0 and quantity)',
    without: 'check (true)',
    tests: PARTS,
  },
  {
    name: 'pieces that somebody has refunded meanwhile are not refunded once more',
    file: 'server/payments/parts.ts',
    code: "      throw new Problem('refund_changed');\n",
    without: '',
    tests: PARTS,
  },
  {
    name: 'pieces are refunded only as far as money is left of the payment',
    file: 'server/payments/parts.ts',
    code: "  if (cents > left) throw new Problem('refund_too_large', { left: toDollars(left) });\n",
    without: '',
    tests: PARTS,
  },
  {
    name: 'a refund of pieces is known at Stripe by its id, when the key is forgotten',
    file: 'server/payments/stripe.ts',
    code: '        if (part && same.some(({ failure }) => failure === undefined)) return undefined;\n',
    without: '',
    tests: PARTS,
  },
  {
    name: 'money that was refunded at Stripe is not taken for the pieces that are due',
    file: 'server/payments/note-refunds.ts',
    code: 'partId === part.id && failure === undefined',
    without: 'failure === undefined',
    tests: PARTS,
  },
  {
    name: 'who asked for pieces is told although an event comes first',
    file: 'server/payments/note-refunds.ts',
    code: 'done?.actor ?? actor',
    without: 'actor',
    tests: PARTS,
  },
];
