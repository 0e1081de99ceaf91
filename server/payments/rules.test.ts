import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SETTLING } from '#contract/payments/settling.ts';
import type { LockedPurchase } from '../purchases/state.ts';
import type { Intent } from './provider.ts';
import type { Payment } from './queries.ts';
import {
  interpret,
  judge,
  PAYMENT_TRANSITIONS,
  type PaymentState,
  requirePaymentTransition,
} from './rules.ts';
import { type Settlement, toProblem } from './settle.ts';

const intent: Intent = {
  id: 'pi_1',
  status: 'succeeded',
  amountCents: 25_000,
  currency: 'usd',
  clientSecret: 'pi_1_secret_2',
  userId: 'grace',
  buyerId: 'grace',
  purchaseId: 'purchase-1',
  attempted: true,
  declinedChargeId: undefined,
  refunded: false,
  refundedCents: 0,
  createdAt: 1_800_000_000,
  paidAt: 1_800_000_060,
};
const payment: Payment = {
  intentId: 'pi_1',
  buyerId: 'grace',
  purchaseId: 'purchase-1',
  state: 'open',
  amountCents: 25_000,
  refundedCents: 0,
  refundProblem: null,
  partId: null,
  partCents: null,
};
const purchase: LockedPurchase = {
  id: 'purchase-1',
  buyerId: 'grace',
  totalCents: 25_000,
  state: 'held',
  userId: 'u',
  isUnapproved: false,
  transactionId: null,
  buyer: undefined,
  charges: [],
  lines: [],
};

describe('judging a payment', () => {
  const cases: [what: string, verdict: string, Partial<Intent>, Partial<Payment>, Partial<LockedPurchase>][] =
    [
      ['money for its order', 'pay', {}, {}, {}],
      ['money for an order whose hold has ended', 'pay', {}, {}, { state: 'released' }],
      ['money for an order that waits', 'not_approved', {}, {}, { state: 'asked', isUnapproved: true }],
      ['money for one that waited', 'not_approved', {}, {}, { state: 'released', isUnapproved: true }],
      ['money for an accepted order', 'pay', {}, {}, { state: 'accepted' }],
      ['money of an amount alone', 'pay', { purchaseId: undefined }, { purchaseId: null }, {}],
      ['another order’s', 'mismatch', {}, { purchaseId: 'purchase-2' }, {}],
      ['another buyer’s', 'mismatch', {}, { buyerId: 'ada' }, {}],
      ['nobody’s any more', 'mismatch', {}, { buyerId: null }, {}],
      [
        'a cent too little, of an amount alone',
        'mismatch',
        { amountCents: 24_999 },
        { purchaseId: null },
        {},
      ],
      ['a cent too much, of an amount alone', 'mismatch', { amountCents: 25_001 }, { purchaseId: null }, {}],
      ['money for lines that were deleted since', 'changed', { amountCents: 25_001 }, {}, {}],
      [
        'the same, which nobody has paid',
        'not_succeeded',
        { amountCents: 25_001, status: 'requires_action' },
        {},
        {},
      ],
      ['another currency', 'mismatch', { currency: 'eur' }, {}, {}],
      ['the one that has paid it', 'already_paid', {}, {}, { state: 'paid', transactionId: 'pi_1' }],
      ['the one that had paid it', 'already_paid', {}, {}, { state: 'refunded', transactionId: 'pi_1' }],
      ['on its way back', 'refunded', {}, { state: 'refunding' }, {}],
      ['money that the provider refuses to refund', 'refunded', {}, { state: 'refused' }, {}],
      ['back', 'refunded', {}, { state: 'refunded' }, {}],
      ['back, as only the provider knows', 'refunded', { refunded: true }, {}, {}],
      ['no money yet', 'not_succeeded', { status: 'requires_payment_method' }, {}, {}],
      ['no money yet, in a moment', 'not_succeeded', { status: 'processing' }, {}, {}],
      ['to be proven by the buyer', 'not_succeeded', { status: 'requires_action' }, {}, {}],
      ['only set aside', 'not_succeeded', { status: 'requires_capture' }, {}, {}],
      ['cancelled', 'not_succeeded', { status: 'canceled' }, {}, {}],
      ['a deleted order', 'order_deleted', {}, {}, { state: 'deleted' }],
      ['a second payment', 'paid_otherwise', {}, {}, { state: 'paid', transactionId: 'pi_0' }],
      [
        'a second payment without money',
        'paid_otherwise',
        { status: 'canceled' },
        {},
        { state: 'paid', transactionId: 'pi_0' },
      ],
      ['a refunded order', 'paid_otherwise', {}, {}, { state: 'refunded', transactionId: 'pi_0' }],
    ];
  for (const [what, verdict, ofIntent, ofPayment, ofOrder] of cases) {
    test(`${what}: ${verdict}`, () => {
      assert.equal(
        judge({ ...intent, ...ofIntent }, { ...payment, ...ofPayment }, { ...purchase, ...ofOrder }),
        verdict,
      );
    });
  }
});

describe('an intent at the provider', () => {
  const paid = { kind: 'paid', purchaseId: 'purchase-1' };
  const cases: [what: string, finding: object, Partial<Intent>, Partial<Payment> | undefined][] = [
    ['paid', paid, {}, {}],
    ['paid, and forgotten here', paid, {}, undefined],
    ['paid, for the order it was tied to here', paid, { purchaseId: undefined }, {}],
    ['paid for no order', { kind: 'unclaimed' }, { purchaseId: undefined }, { purchaseId: null }],
    ['paid for no order, and forgotten here', { kind: 'unclaimed' }, { purchaseId: undefined }, undefined],
    ['refunded', { kind: 'refunded' }, { refunded: true }, {}],
    ['refunded, as the shop knows', { kind: 'refunded' }, { refunded: true }, { state: 'refunded' }],
    ['refunded here only', { kind: 'sent_back' }, {}, { state: 'refunded' }],
    ['on its way back', paid, {}, { state: 'refunding' }],
    ['cancelled', { kind: 'canceled' }, { status: 'canceled' }, {}],
    ['being paid', { kind: 'processing' }, { status: 'processing' }, {}],
    ['not paid yet', { kind: 'payable' }, { status: 'requires_payment_method' }, {}],
    ['to be proven by the buyer', { kind: 'payable' }, { status: 'requires_action' }, {}],
  ];
  for (const [what, finding, ofIntent, ofPayment] of cases) {
    test(what, () => {
      const known = ofPayment && { ...payment, ...ofPayment };
      assert.deepEqual(interpret({ ...intent, ...ofIntent }, known), finding);
    });
  }
});

test('a payment goes where the table lets it, and nowhere else', () => {
  const states = Object.keys(PAYMENT_TRANSITIONS) as PaymentState[];
  const allowed = states.flatMap((from) =>
    states
      .filter((to) => {
        try {
          requirePaymentTransition(from, to);
          return true;
        } catch {
          return false;
        }
      })
      .map((to) => `${from} ${to}`),
  );
  assert.deepEqual(allowed, [
    'open succeeded',
    'open canceled',
    'open refunding',
    'open refunded',
    'succeeded refunding',
    'succeeded refused',
    'succeeded refunded',
    'refunding succeeded',
    'refunding refused',
    'refunding refunded',
    'refused succeeded',
    'refused refunding',
    'refused refunded',
    'refunded refunding',
    'refunded refused',
  ]);
});

test('a payment that cannot pay an order is refused with the codes that calls name for it, and no other', () => {
  const settlements: Record<Exclude<Settlement, 'paid' | 'not_succeeded'>, true> = {
    ...{ mismatch: true, changed: true, refunded: true, paid_otherwise: true, order_deleted: true },
    ...{ not_approved: true, stock_gone: true, over_limit: true, left: true, no_order: true },
  };
  const codes = Object.keys(settlements).map((one) => toProblem(one as keyof typeof settlements).code);
  assert.deepEqual([...new Set(codes)].sort(), [...SETTLING].sort());
});
