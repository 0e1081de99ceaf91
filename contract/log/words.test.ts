import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVENT_KINDS, type EventFacts } from './schema.ts';
import { whatHappened, whyItHappened } from './words.ts';

const device = { browser: 'Firefox', system: 'Linux' };
const intentId = 'pi_1';

/** The texts of each kind with details, as the versions that stored sentences wrote them. */
const WORDS: { [K in keyof EventFacts]: [facts: EventFacts[K], words: string | undefined, note?: string][] } =
  {
    settings_changed: [
      [
        {
          ...{ section: 'shop', revision: 2, isStandard: false },
          changes: [{ field: 'name', from: 'Northbridge', to: 'Acme' }],
        },
        'Shop and company: name Northbridge → Acme',
      ],
      [{ section: 'blog', revision: 3, isStandard: true, changes: [] }, 'Blog, back to the default'],
    ],
    company_opened: [[{ company: 'Acme' }, 'Acme']],
    company_changed: [
      [{ company: 'Acme' }, 'Acme'],
      [{ company: 'Acme', to: 'Acme Ltd' }, 'Acme → Acme Ltd'],
      [
        { company: 'Acme', zones: { from: 'UTC', to: 'Europe/Berlin' } },
        'Acme: time zone UTC → Europe/Berlin',
      ],
    ],
    company_blocked: [[{ company: 'Acme' }, 'Acme: Late', 'Late']],
    company_unblocked: [[{ company: 'Acme' }, 'Acme: Paid', 'Paid']],
    company_approved: [[{ company: 'Acme' }, 'Acme']],
    company_closed: [[{ company: 'Acme' }, 'Acme: Merged', 'Merged']],
    company_reopened: [[{ company: 'Acme' }, 'Acme: Back', 'Back']],
    member_invited: [[{ company: 'Acme', roles: ['buyer', 'approver'] }, 'Acme: buyer, approver']],
    member_joined: [
      [{ company: 'Acme', roles: ['buyer'] }, 'Acme: buyer'],
      [{ company: 'Acme', roles: ['buyer'], invited: 'b@x.example' }, 'Acme: buyer; b@x.example was invited'],
    ],
    member_changed: [
      [{ company: 'Acme', roles: ['viewer'] }, 'Acme: viewer'],
      [
        { company: 'Acme', roles: ['buyer'], perPurchaseCents: 50_000, perMonthCents: null },
        'Acme: buyer, at once: $500.00, a month: no limit',
      ],
      [{ company: 'Acme', roles: ['buyer'], skipsRules: true }, 'Acme: buyer, may skip limits and approvals'],
      [{ company: 'Acme', roles: ['buyer'], skipsRules: false }, 'Acme: buyer, may skip nothing'],
    ],
    company_rules_changed: [[{ company: 'Acme' }, 'Acme']],
    budget_changed: [
      [{ company: 'Acme', budget: 'Lab', limitCents: 100_000 }, 'Acme: Lab, $1,000.00'],
      [{ company: 'Acme', budget: 'Lab', limitCents: null }, 'Acme: Lab, removed'],
    ],
    member_removed: [[{ company: 'Acme' }, 'Acme']],
    part_numbers_changed: [[{ company: 'Acme', parts: 2 }, 'Acme: 2 parts']],
    second_factor_added: [[{ device }, 'All other sessions ended, from Firefox on Linux']],
    second_factor_proven: [
      [{ device }, 'From Firefox on Linux'],
      [{ device, passkey: 'Laptop' }, 'By Laptop, from Firefox on Linux'],
    ],
    second_factor_failed: [[{ device }, 'From Firefox on Linux']],
    second_factor_removed: [
      [{}, undefined],
      [{ why: 'address_proven' }, 'It was set up before the owner of the email address confirmed it'],
    ],
    passkey_added: [
      [{ name: 'Laptop', device, isFirst: true }, 'Laptop, from Firefox on Linux; all other sessions ended'],
      [{ name: 'Key', device }, 'Key, from Firefox on Linux'],
    ],
    passkey_removed: [[{ name: 'Laptop', device }, 'Laptop, from Firefox on Linux']],
    recovery_code_used: [[{ left: 9, device }, '9 left, from Firefox on Linux']],
    user_made_staff: [
      [{}, undefined],
      [{ by: 'command', unproven: true }, 'By npm run admin, email address not confirmed'],
    ],
    user_demoted: [
      [{ was: 'admin' }, 'Was an admin'],
      [{ was: 'staff' }, 'Was staff'],
    ],
    user_promoted: [
      [{}, undefined],
      [{ by: 'admin_email' }, 'Named by ADMIN_EMAIL and proven by Google'],
      [{ by: 'command', unproven: true }, 'By npm run admin, email address not confirmed'],
    ],
    address_proven: [
      [{ by: 'link' }, 'By a link in a mail'],
      [{ by: 'reset_link' }, 'By the link that reset the password'],
      [{ by: 'google' }, 'Proven by Google; the password set before and its sessions ended'],
    ],
    signed_in: [
      [{ with: 'password', device }, 'With a password, Firefox on Linux'],
      [{ with: 'google', device: {} }, 'With Google, A program, or an unknown browser'],
    ],
    sign_in_failed: [
      [{ device }, 'Wrong password, Firefox on Linux'],
      [{}, 'No account has the email address'],
    ],
    sessions_ended: [
      [{ ended: 'all', device }, 'All sessions, from Firefox on Linux'],
      [{ ended: 'one', device }, 'One session, from Firefox on Linux'],
    ],
    password_changed: [[{ ended: 'others' }, 'All other sessions ended']],
    password_reset: [[{ ended: 'all' }, 'By a link in a mail; all sessions ended']],
    product_added: [[{ name: 'Screw', price: 0.004 }, 'Screw at $0.004']],
    product_changed: [
      [
        {
          changes: [
            { field: 'price', from: 12, to: 13 },
            { field: 'available', from: 100, to: 500 },
          ],
        },
        'price $12.00 → $13.00, available 100 → 500',
      ],
      [
        { changes: [{ field: 'shortDetails', from: 'x'.repeat(500), to: 'y' }] },
        `details ${'x'.repeat(492)}`,
      ],
    ],
    product_removed: [[{ name: 'Screw' }, 'Screw']],
    stock_counted: [
      [{ importId: 'i', counted: 1200 }, '1,200 pcs, by an import'],
      [{ importId: 'i', counted: 1200, shelf: 1203 }, '1,200 pcs on the shelf, 1,203 expected, by an import'],
      [{ counted: 1200, shelf: 1203 }, '1,200 pcs on the shelf, 1,203 expected: Spring', 'Spring'],
      [{ counted: 0, shelf: 0 }, '0 pcs on the shelf, 0 expected'],
    ],
    stock_damaged: [[{ pieces: 1500 }, '1,500 pcs: Fell', 'Fell']],
    stock_corrected: [
      [{ pieces: -1500 }, '−1,500 pcs: Typed twice', 'Typed twice'],
      [{ pieces: 3 }, '+3 pcs: Found', 'Found'],
    ],
    goods_received: [
      [{ importId: 'i', pieces: 500 }, '500 pcs, by an import'],
      [{ dueOn: '2027-03-03', pieces: 500 }, '500 pcs, expected on Mar 3, 2027'],
      [{ pieces: 500 }, '500 pcs: From the fair', 'From the fair'],
    ],
    price_list_added: [
      [{ listId: 'l', name: 'Acme', parts: 2 }, 'Acme: 2 parts'],
      [{ listId: 'l', name: 'Acme', parts: 0, minusPercent: 12.5 }, 'Acme: 12.5 % off'],
    ],
    price_list_changed: [
      [{ listId: 'l', name: 'Acme', priced: 1, removed: 2 }, 'Acme, 1 part priced, 2 parts removed'],
      [
        { listId: 'l', name: 'Acme', priced: 0, removed: 0, valid: { from: '2027-01-01', to: '' } },
        'Acme, valid 2027-01-01 – open',
      ],
    ],
    price_list_change_undone: [
      [{ listId: 'l', name: 'Acme', restored: 2, left: 1 }, 'Acme, 2 parts restored, 1 part left'],
      [{ listId: 'l', name: 'Acme', restored: 0, left: 0, minusPercent: 5 }, 'Acme, 5 % off'],
    ],
    price_lists_assigned: [
      [
        { to: 'company', id: 'c', name: 'Acme', lists: ['2027', '2026'], group: 'EU' },
        'Acme: 2027, 2026, group EU',
      ],
      [{ to: 'group', id: 'g', name: 'EU', lists: [] }, 'EU: none'],
    ],
    buyer_group_added: [[{ name: 'EU' }, 'EU']],
    receipt_added: [[{ dueOn: '2027-03-03', pieces: 1400 }, '1,400 pcs on Mar 3, 2027']],
    receipt_changed: [
      [
        { from: { dueOn: '2027-03-03', pieces: 400 }, to: { dueOn: '2027-03-10', pieces: 300 } },
        '400 pcs on Mar 3, 2027 → 300 pcs on Mar 10, 2027',
      ],
    ],
    receipt_removed: [[{ dueOn: '2027-03-03', pieces: 400 }, '400 pcs on Mar 3, 2027']],
    promise_filled: [[{ dueOn: '2027-03-03', pieces: 400 }, '400 pcs on Mar 3, 2027']],
    promise_lost: [[{ pieces: 1200 }, '1,200 pcs of a refund that did not stand. Refund them again.']],
    order_placed: [
      [{}, undefined],
      [{ expectedOn: '2027-03-03' }, 'Pieces promised from goods expected on Mar 3, 2027'],
      [
        { expectedOn: '2027-03-03', pieces: 1200 },
        '1,200 pieces promised from goods expected on Mar 3, 2027',
      ],
    ],
    quantity_changed: [[{ from: 1000, to: 1200 }, '1,000 → 1,200 pcs']],
    hold_ended: [
      [{}, undefined],
      [{ promised: 200 }, '200 pieces of expected goods are no longer promised'],
    ],
    stock_retaken: [
      [{}, undefined],
      [{ promised: 1 }, '1 piece promised from expected goods again'],
    ],
    import_applied: [
      [
        { importId: 'i', name: 'stock.csv', added: 1, changed: 9000, left: 2 },
        'stock.csv: 1 added, 9,000 changed, 2 left',
      ],
      [{ importId: 'i', added: 0, changed: 1, left: 0 }, 'Rows: 0 added, 1 changed, 0 left'],
    ],
    import_undone: [[{ importId: 'i', name: 'a', restored: 3, kept: 0 }, 'a: 3 restored, 0 left']],
    category_changed: [[{ slug: 'fans', name: 'Fans' }, 'Fans (fans)']],
    category_removed: [[{ slug: 'fans', name: 'Fans' }, 'Fans (fans)']],
    order_paid: [[{ intentId }, 'Payment pi_1']],
    order_refunded: [
      [{}, 'Recalled', 'Recalled'],
      [{ cause: 'refunded_at_provider' }, 'Refunded at the payment provider.'],
    ],
    shipped: [
      [
        { shipmentId: 's', lines: 3, pieces: 1200, carrier: 'DHL', tracking: '00 34' },
        '3 lines, 1,200 pcs, DHL, 00 34',
      ],
      [{ shipmentId: 's', lines: 1, pieces: 5 }, '1 line, 5 pcs'],
    ],
    shipment_changed: [[{ shipmentId: 's', from: '', to: 'DHL, 00 34' }, 'None → DHL, 00 34']],
    shipment_cancelled: [[{ shipmentId: 's', lines: 1, pieces: 5 }, '1 line, 5 pcs: Wrong box', 'Wrong box']],
    return_asked: [[{ returnId: 'r', lines: 1, pieces: 20 }, '1 line, 20 pcs']],
    return_answered: [
      [{ returnId: 'r', answer: 'accepted' }, 'Accepted'],
      [{ returnId: 'r', answer: 'declined' }, 'Declined. They are used.', 'They are used'],
    ],
    return_withdrawn: [[{ returnId: 'r', pieces: 1200 }, '1,200 pcs']],
    pieces_returned: [[{ returnId: 'r', pieces: 15, condition: 'as new' }, '15 pcs: as new']],
    refund_declined: [[{ pieces: 1200 }, '1,200 pcs: The seals are broken', 'The seals are broken']],
    pieces_cancelled: [[{ pieces: 1200 }, '1,200 pcs']],
    rules_skipped: [
      [
        { skipped: ['per_month', 'approval'] },
        'An admin of the company lets its member order above the limit per month, without the approval that its rules ask for',
      ],
    ],
    details_changed: [[{ changes: [{ field: 'poNumber', from: '', to: 'PO-2' }] }, 'PO number: none → PO-2']],
    ship_to_changed: [[{ before: '1 Dock Road\nOakland' }, 'Before: 1 Dock Road, Oakland']],
    payment_begun: [[{ intentId }, 'Payment pi_1']],
    payment_declined: [[{ intentId, chargeId: 'ch_1' }, 'Payment pi_1']],
    payment_unknown: [
      [
        { intentId, cents: 250 },
        '$2.50. The shop was restored from a backup of before. Refund it in Stripe’s dashboard, or enter the order anew. Payment pi_1',
      ],
      [
        { intentId, cents: 250, cause: 'stock_gone' },
        '$2.50. The hold had ended and the parts had been sold when the payment arrived. The shop was restored from a backup of before, so that may have been otherwise: the payment is not refunded by itself. Refund it in Stripe’s dashboard, or enter the order anew. Payment pi_1',
      ],
    ],
    payment_canceled: [[{ intentId }, 'Payment pi_1']],
    refund_due: [
      [{ intentId }, 'Recalled. Payment pi_1', 'Recalled'],
      [{ intentId }, 'Sent twice! Payment pi_1', 'Sent twice!'],
      [{ intentId, dueCents: 50, amountCents: 250 }, 'Damaged. $0.50 of $2.50. Payment pi_1', 'Damaged'],
      [
        { intentId, insteadCents: 50 },
        'Recalled. In place of $0.50 that had stopped. Payment pi_1',
        'Recalled',
      ],
      [
        { intentId, cause: 'stock_gone' },
        'The hold had ended and the parts had been sold when the payment arrived. Payment pi_1',
      ],
    ],
    pieces_refunded: [
      [{ intentId, pieces: 1000, cents: 250 }, 'Damaged. 1,000 pcs, $2.50. Payment pi_1', 'Damaged'],
    ],
    payment_refunded: [
      [{ intentId, cause: 'unclaimed' }, 'No order claimed it within 60 minutes. Payment pi_1'],
    ],
    refund_failed: [
      [{ intentId, refusal: 'new_code' }, 'Stripe refused the refund (new_code). Payment pi_1'],
    ],
    refund_refused: [
      [{ intentId, refusal: 'declined' }, "The buyer's bank declined the refund. Payment pi_1"],
    ],
    refund_withdrawn: [
      [{ intentId, cents: 250 }, 'The card is closed. $2.50 stay paid. Payment pi_1', 'The card is closed'],
    ],
    payment_part_refunded: [
      [{ intentId, refundedCents: 100, amountCents: 250 }, '$1.00 of $2.50 refunded. Payment pi_1'],
    ],
    payment_part_returned: [
      [
        { intentId, refundedCents: 100, amountCents: 250, returnedCents: 50 },
        '$0.50 came back. $1.00 of $2.50 refunded. Payment pi_1',
      ],
    ],
    dispute_changed: [
      [
        { intentId, dispute: 'under_review', amountCents: 500, withdrawnCents: 300 },
        'The bank looks at your answer to the dispute. Disputed: $5.00. $3.00 are with the bank. Payment pi_1',
      ],
    ],
  };

describe('the words of the log', () => {
  for (const [kind, cases] of Object.entries(WORDS)) {
    test(`of ${kind}`, () => {
      for (const [facts, words, note] of cases) assert.equal(whyItHappened(kind, facts, note), words);
    });
  }

  test('say of pieces that are not in stock yet no word of stock', () => {
    assert.equal(whatHappened('order_placed', { expectedOn: '2027-03-03', pieces: 200 }), 'Order placed');
    assert.equal(whatHappened('hold_ended', { promised: 200 }), 'Hold ended');
    assert.equal(whatHappened('order_placed', null), 'Order placed, stock reserved');
    assert.equal(whatHappened('promise_filled', { promised: 1 }), 'Expected pieces have arrived');
  });

  test('are there for every kind, and a kind of a later version stays as it is', () => {
    for (const kind of EVENT_KINDS) assert.match(whatHappened(kind), /^[A-Z]/);
    for (const kind of ['order_shipped', 'toString']) {
      assert.equal(whatHappened(kind), kind);
      assert.equal(whyItHappened(kind, {}, 'By ship'), 'By ship');
    }
  });

  test('of a code of a later version are the code itself', () => {
    assert.match(whyItHappened('signed_in', { with: 'passkey', device: {} }) ?? '', /^passkey, /);
    assert.equal(whyItHappened('address_proven', { by: 'toString' }), 'toString');
    assert.equal(whyItHappened('refund_due', { cause: 'new_cause', intentId }), 'new_cause. Payment pi_1');
    const changes = [{ field: 'weight', from: 1, to: 2 }];
    assert.equal(whyItHappened('product_changed', { changes }), 'weight 1 → 2');
  });

  test('are only the note where the facts are those of a later version', () => {
    for (const facts of [{}, null, { changes: 'all' }])
      assert.equal(whyItHappened('product_changed', facts, 'Noted'), 'Noted');
    assert.equal(whyItHappened('user_promoted', null), undefined);
  });
});
