import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVENT_KINDS, type EventFacts } from '../events.ts';
import { whatHappened, whyItHappened } from './events.ts';

const device = { browser: 'Firefox', system: 'Linux' };
const intentId = 'pi_1';

/** The texts of each kind with details, as the versions that stored sentences wrote them. */
const WORDS: { [K in keyof EventFacts]: [facts: EventFacts[K], words: string | undefined, note?: string][] } =
  {
    user_promoted: [
      [{}, undefined],
      [{ by: 'admin_email' }, 'Named by ADMIN_EMAIL and proven by Google'],
      [{ by: 'command', unproven: true }, 'By npm run admin, address not proven'],
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
      [{}, 'No account has the address'],
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
    category_changed: [[{ slug: 'fans', name: 'Fans' }, 'Fans (fans)']],
    category_removed: [[{ slug: 'fans', name: 'Fans' }, 'Fans (fans)']],
    order_paid: [[{ intentId }, 'Payment pi_1']],
    order_refunded: [
      [{}, 'Recalled', 'Recalled'],
      [{ cause: 'refunded_at_provider' }, 'Refunded at the payment provider.'],
    ],
    payment_begun: [[{ intentId }, 'Payment pi_1']],
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
