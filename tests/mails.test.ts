// What the mails of all modules say.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { seller } from '#content/shop.ts';
import { renderMails, toStranger } from '../server/ground/mail/send.ts';
import { modules } from '../server/modules.ts';
import { joinKinds } from '../server/open-modules.ts';
import { SHIP_TO } from './fixtures/purchases.ts';

const ORIGIN = 'https://shop.example.com';
const HOSTILE = `Fan"><img src=x onerror=alert(1)>&'\r\nBcc: all@example.com`;
const order = {
  purchaseId: 'p-1',
  orderId: 'o-1',
  orderNumber: 100_234,
  poNumber: 'PO-4711',
  totalCents: 762_000,
  lineCount: 1,
  lines: [{ productName: 'Case Fan', quantity: 1200, unitPriceMicros: 6_350_000 }],
};
const heldUntil = '2026-11-22T13:05:00.123456+00:00';

interface Mail {
  kind: string;
  facts: object;
}

const { mails: kinds } = joinKinds(modules);

const MAILS: Mail[] = [
  { kind: 'order_placed', facts: { ...order, heldUntil } },
  { kind: 'order_paid', facts: { ...order, transactionId: 'pi_1' } },
  { kind: 'hold_ends', facts: { ...order, heldUntil } },
  { kind: 'hold_ended', facts: { ...order, heldUntil } },
  ...['approval_asked', 'approval_reminder'].map((kind) => ({
    kind,
    facts: {
      ...order,
      heldUntil,
      buyer: 'buyer@example.com',
      reasons: ['above', 'new_address', 'over_budget'],
    },
  })),
  ...['approved', 'sent_back'].map((kind) => ({
    kind,
    facts: { ...order, heldUntil, by: 'boss@example.com', text: HOSTILE },
  })),
  {
    kind: 'lines_changed',
    facts: { ...order, heldUntil, changes: [{ productName: 'Case Fan', from: 1000, to: 1200 }] },
  },
  { kind: 'order_refunded', facts: { ...order, transactionId: 'pi_1', reason: 'Recalled' } },
  {
    kind: 'part_refunded',
    facts: {
      ...{ orderId: 'o-1', orderNumber: 100_234, transactionId: 'pi_1', reason: 'Damaged' },
      ...{ refundCents: 762_000, refundCount: 3 },
      refundLines: [
        { productName: 'Case Fan', quantity: 40, cents: 761_995 },
        { productName: 'Screw', quantity: 1000, cents: 5 },
      ],
    },
  },
  {
    kind: 'payment_refunded',
    facts: {
      transactionId: 'pi_1',
      amountCents: 762_000,
      orderNumber: 100_234,
      reason: 'Too late.',
    },
  },
  {
    kind: 'dispute_changed',
    facts: {
      transactionId: 'pi_1',
      amountCents: 762_000,
      orderId: 'o-1',
      orderNumber: 100_234,
      status: 'needs_response',
      reason: 'product_not_received',
      dueAt: heldUntil,
    },
  },
];
const LINKS: Mail[] = ['verify_address', 'reset_password'].map((kind) => ({
  kind,
  facts: { token: 'to.ken-1', expiresAt: heldUntil },
}));
const FACTOR: Mail[] = [
  { kind: 'second_factor_added', facts: { at: heldUntil } },
  { kind: 'second_factor_removed', facts: { at: heldUntil, by: 'admin@example.com' } },
  { kind: 'recovery_code_used', facts: { at: heldUntil, left: 9 } },
  { kind: 'passkey_added', facts: { at: heldUntil, name: HOSTILE, isFirst: true } },
  { kind: 'passkey_removed', facts: { at: heldUntil, name: HOSTILE } },
];
const INVITED = {
  kind: 'company_invitation',
  facts: { token: 'abc', company: HOSTILE, invitedBy: 'a@example.com', expiresAt: heldUntil },
};
const APPROVED = { kind: 'company_approved', facts: { buyerId: 'b-1', company: HOSTILE } };
const HANDED = {
  kind: 'list_handed_over',
  facts: { listId: 'l-1', name: HOSTILE, by: HOSTILE, company: HOSTILE, lines: 2 },
};
const USED = {
  kind: 'limit_nearly_used',
  facts: {
    ...{ buyerId: 'b-1', company: HOSTILE, budget: 'Lab', period: 'quarter', periodStart: '2026-10-01' },
    ...{ limitCents: 1_000_000, usedCents: 965_050 },
  },
};
const CHANGED = { kind: 'password_changed', facts: { at: heldUntil } };
const MOVED = {
  kind: 'receipt_date_changed',
  facts: {
    ...{ purchaseId: 'p-1', orderId: 'o-1', orderNumber: 100_234, poNumber: 'PO-4711' },
    ...{ before: '2027-03-03', dueOn: '2027-03-17' },
    lines: [{ productName: HOSTILE, pieces: 1400, customerRef: 'FAN-7' }],
  },
};
const SHORT: Mail = {
  kind: 'stock_short',
  facts: {
    count: 2,
    parts: [{ sku: 'NB-1', name: HOSTILE, available: 1200, expected: 0, reorderPoint: 2000 }],
  },
};
const ofOrder = {
  ...{ purchaseId: 'p-1', orderNumber: 100_234, poNumber: 'PO-4711', shipTo: '1 Dock Road\nOakland' },
  placedAt: '2026-11-21T10:00:00Z',
};
const READDRESSED: Mail = {
  kind: 'ship_to_changed',
  facts: { ...ofOrder, before: `${HOSTILE}\nOakland`, after: `${HOSTILE}\nReno` },
};
const ON_THE_WAY: Mail[] = [
  {
    kind: 'shipped',
    facts: {
      ...{
        ...ofOrder,
        poNumber: 'PO-4711',
        isRest: false,
        carrier: HOSTILE,
        tracking: '00 34',
      },
      trackingUrl: 'https://track.example.com/00%2034',
      lines: [{ productName: HOSTILE, pieces: 1400, customerRef: 'FAN-7' }],
    },
  },
  { kind: 'cancel_refused', facts: { ...ofOrder, text: `1,400 pcs have left.\n${HOSTILE}` } },
  {
    kind: 'details_changed',
    facts: { ...ofOrder, changes: [{ field: 'note', from: '1,400 pcs', to: HOSTILE }] },
  },
  {
    kind: 'shipment_changed',
    facts: {
      ...{ ...ofOrder, carrier: 'DHL', tracking: '00 35', trackingUrl: 'https://track.example.com/00%2035' },
      lines: [{ productName: HOSTILE, pieces: 1400 }],
    },
  },
  {
    kind: 'shipment_cancelled',
    facts: {
      ...{ ...ofOrder, why: HOSTILE, carrier: null, tracking: '00 34' },
      lines: [{ productName: HOSTILE, pieces: 1400 }],
    },
  },
  {
    kind: 'return_asked',
    facts: { ...ofOrder, nth: 2, wish: 'replacement', lines: [{ productName: HOSTILE, pieces: 1400 }] },
  },
  {
    kind: 'return_answered',
    facts: {
      ...ofOrder,
      nth: 2,
      answer: 'declined',
      why: HOSTILE,
      lines: [{ productName: HOSTILE, pieces: 1400 }],
    },
  },
  {
    kind: 'refund_declined',
    facts: { ...ofOrder, why: HOSTILE, lines: [{ productName: HOSTILE, pieces: 1400 }] },
  },
  { kind: 'message', facts: { ...ofOrder, text: `1,400 pcs are late.\n${HOSTILE}` } },
];
const write = (...mails: [Mail, ...Mail[]]) =>
  renderMails(mails, kinds, ORIGIN, { shop: seller, orders: { timeZone: 'America/New_York' } });
const render = (kind: string) => write(MAILS.find((mail) => mail.kind === kind)!);

test('all kinds of mails are tried here', () => {
  const tried = [
    ...MAILS,
    ...LINKS,
    ...FACTOR,
    INVITED,
    APPROVED,
    HANDED,
    USED,
    CHANGED,
    MOVED,
    SHORT,
    READDRESSED,
    ...ON_THE_WAY,
  ].map(({ kind }) => kind);
  assert.deepEqual(tried.sort(), Object.keys(kinds).sort());
});

test('the button has the color of the shop’s buttons', async () => {
  const themes = await readFile(new URL('../web/themes.css', import.meta.url), 'utf8');
  // The first theme is the light one.
  const [, ...numbers] = /--color-primary: oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/.exec(themes)!.map(Number);
  assert.ok(render('order_placed').html.includes(`background:${toHex(numbers as [number, number, number])}`));
});

test('an address that nobody has proven is told nothing that the buyer typed', () => {
  const typed = ['Win a prize', 'evil.example', 'Your ref', 'Money for nothing'];
  const facts = {
    ...{
      ...order,
      heldUntil,
      poNumber: typed[0],
      shipTo: `Eve\n${typed[1]}`,
      billTo: { ...SHIP_TO, name: typed[3] },
    },
    lines: [{ ...order.lines[0], customerRef: typed[2] }],
  };
  for (const kind of ['order_placed', 'hold_ends', 'hold_ended']) {
    const mail = { kind, facts };
    const toldOf = toStranger(mail, kinds);
    const told = JSON.stringify([write(toldOf), write(toldOf, toldOf)]);
    for (const text of typed) assert.doesNotMatch(told, new RegExp(text));
    assert.ok(write(mail).subject.includes(typed[0]!));
  }
});

/** An oklch color as sRGB (https://bottosson.github.io/posts/oklab/). */
function toHex([percent, chroma, hue]: [number, number, number]): string {
  const lightness = percent / 100;
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channel = (value: number) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(255 * Math.min(1, Math.max(0, encoded)));
  };
  return `#${linear.map((value) => channel(value).toString(16).padStart(2, '0')).join('')}`;
}

describe('mails', () => {
  for (const mail of MAILS) {
    test(`${mail.kind} says the amount and the order, in text and in HTML`, () => {
      const { subject, text, html } = write(mail);
      assert.match(subject, /NB-100234, PO-4711, 1,200 × Case Fan|\$7,620\.00/);
      for (const part of [text, html]) {
        assert.match(part, /\$7,620\.00/);
        assert.match(part, /NB-100234/);
        assert.match(part, /Northbridge/);
      }
    });

    test(`${mail.kind} escapes what people typed`, () => {
      const facts = JSON.parse(JSON.stringify(mail.facts), (key, value) =>
        key === 'productName' || key === 'reason' ? HOSTILE : value,
      );
      const { subject, html } = write({ ...mail, facts });
      assert.doesNotMatch(html, /<img/);
      assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt;&amp;&#39;/);
      assert.doesNotMatch(subject, /[\r\n]/);
    });
  }

  test('an order to approve says all that is needed to decide, and its link names the company', () => {
    const facts = {
      ...{ ...order, heldUntil, buyer: 'buyer@example.com', reasons: ['above'], above: 1000 },
      ...{
        company: HOSTILE,
        companyId: 'c-1',
        costCentre: 'Lab',
        note: 'For the new line',
        shipTo: '1 Dock Road',
      },
      shipToParts: { name: 'Ada', city: 'Oakland', postcode: '94607', region: 'CA', country: 'US' },
      budgets: [
        {
          name: 'Lab',
          period: 'quarter',
          periodStart: '2026-10-01',
          limitCents: 1_000_000,
          usedCents: 965_050,
        },
        { name: 'All', period: 'year', periodStart: '2026-01-01', limitCents: 500, usedCents: 1_000 },
      ],
    };
    const { text } = write({ kind: 'approval_asked', facts });
    for (const part of [
      'It comes to more than $1,000.00, the amount that needs no approval.',
      '\nCompany: Fan',
      '\nCost center: Lab\n',
      '\nBudget: Lab, Q4 2026: $349.50 of $10,000.00 left after this order\n',
      '\nBudget: All, 2026: this order exceeds the $5.00 by $5.00\n',
      '\nOrder notes: For the new line\n',
      '\nShip to: Ada, 1 Dock Road, Oakland, CA 94607, United States\n',
      `Decide on the order: ${ORIGIN}/dashboard/purchases/p-1?buyer=c-1\n`,
    ])
      assert.ok(text.includes(part), `${part} is not in ${text}`);
  });

  test('an invitation names the company and who invites, and leads to the page that accepts it', () => {
    const { subject, text, html } = write(INVITED);
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.doesNotMatch(html, /<img/);
    assert.match(text, /a@example\.com invites you/);
    assert.ok(text.includes(`${ORIGIN}/invitations#abc`), text);
  });

  test('a company that is approved is told that it can order, and leads to it', () => {
    const { subject, text, html } = write(APPROVED);
    assert.equal(subject, 'Your company can order now');
    assert.doesNotMatch(html, /<img/);
    assert.match(text, /can place orders from now on/);
    assert.ok(text.includes(`${ORIGIN}/dashboard/company/b-1`), text);
  });

  test('a list that is handed over says by whom, how many lines it has and for which company, and leads to it', () => {
    const { subject, text, html } = write(HANDED);
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.doesNotMatch(html, /<img/);
    assert.match(text, /has handed you 2 lines, to order or to go on with for Fan/);
    assert.ok(text.includes(`${ORIGIN}/dashboard/lists/l-1`), text);
  });

  test('a limit that is nearly used says of whom it is, how much is left, and of which period', () => {
    const budget = write(USED);
    assert.equal(budget.subject, '96% of the budget Lab is used');
    assert.doesNotMatch(budget.html, /<img/);
    const own = write({ ...USED, facts: { ...USED.facts, budget: null, period: 'month' } });
    assert.match(own.subject, /^96% of your limit for Fan[^\r\n]* is used$/);
    assert.match(budget.text, /Budget: Lab\nPeriod: Q4 2026\n/);
    assert.match(own.text, /Period: October 2026\n/);
    for (const { text } of [budget, own]) {
      assert.match(text, /Limit: \$10,000\.00\nUsed: \$9,650\.50\nLeft: \$349\.50\n/);
      assert.ok(text.includes(`${ORIGIN}/dashboard/company/b-1`), text);
    }
  });

  test('a purchase of many products lists the first, and says how many there are more', () => {
    const lines = [1, 2].map((n) => ({
      ...order.lines[0]!,
      productName: `Part ${n}`,
      unitPriceMicros: 12_500,
    }));
    const { subject, text } = write({
      kind: 'order_placed',
      facts: { ...order, lines, lineCount: 7, totalCents: 3000, heldUntil },
    });
    assert.equal(subject, 'Order placed: NB-100234, PO-4711, 7 products');
    for (const part of ['Part 1: 1,200 pcs at $0.0125', 'Part 2: ', 'And: 5 more', 'Total: $30.00'])
      assert.ok(text.includes(part), text);
  });

  test('a purchase says what each line comes to, its SKU, when it was placed and where it goes', () => {
    const line = { ...order.lines[0]!, sku: 'FAN-120', totalCents: 762_000 };
    const facts = {
      ...order,
      placedAt: heldUntil,
      shipTo: 'Dock 4\n1 Pier Road\nReno NV',
      billTo: SHIP_TO,
      heldUntil,
    };
    const one = write({ kind: 'order_placed', facts: { ...facts, lines: [line] } });
    assert.match(one.text, /Product: Case Fan\nSKU: FAN-120\n/);
    const { text } = write({ kind: 'order_placed', facts: { ...facts, lines: [line, line], lineCount: 2 } });
    assert.match(text, /^FAN-120, Case Fan: 1,200 pcs at \$6\.35 = \$7,620\.00$/m);
    assert.match(text, /^Placed: Nov 22, 2026, 8:05 AM EST$/m);
    assert.match(text, /^Ship to: Dock 4, 1 Pier Road, Reno NV$/m);
    assert.match(text, /^Invoice to: Grace Hopper, Compilers Ltd, 1 Dock Road, .*, United States$/m);
  });

  test('a purchase names its PO number, and each line with the buyer’s own part number', () => {
    const lines = Array.from({ length: 500 }, (_, n) => ({
      ...order.lines[0]!,
      customerRef: n === 499 ? HOSTILE : null,
    }));
    for (const kind of ['order_placed', 'hold_ends', 'hold_ended', 'order_paid', 'order_refunded']) {
      const facts = { ...order, lines, lineCount: 500, heldUntil, transactionId: 'pi_1' };
      const { text, html } = write({ kind, facts });
      assert.match(text, /\nPO number: PO-4711\n/);
      assert.equal(text.match(/^Case Fan: 1,200 pcs at \$6\.35/gm)?.length, 500);
      assert.match(html, /\(your part Fan&quot;&gt;&lt;img/);
    }
    // Mails of versions before, and purchases without one, have none.
    const { text } = write({
      kind: 'order_paid',
      facts: { ...order, poNumber: null, transactionId: 'pi_1' },
    });
    assert.doesNotMatch(text, /PO number/);
  });

  for (const mail of LINKS) {
    const page = mail.kind === 'verify_address' ? 'verify-email' : 'reset-password';
    test(`${mail.kind} keeps its token behind the #, says how long it is good, and what to do otherwise`, () => {
      const { subject, text, html } = write(mail);
      assert.doesNotMatch(subject, /to\.ken-1/);
      assert.ok(text.includes(`${ORIGIN}/${page}#to.ken-1\n`));
      assert.ok(html.includes(`href="${ORIGIN}/${page}#to.ken-1"`));
      for (const part of [text, html]) {
        assert.match(part, /Nov 22, 2026, 8:05 AM EST/);
        assert.match(part, /If it was not you, do nothing/);
      }
    });
  }

  test('of a changed date say both dates, and which pieces of the order wait', () => {
    const { subject, text, html } = write(MOVED);
    assert.equal(subject, 'New date for NB-100234, PO-4711: Mar 17, 2027');
    for (const part of [text, html]) {
      assert.match(part, /Mar 17, 2027/);
      assert.match(part, /Mar 3, 2027/);
      assert.match(part, /1,400 pcs \(your part FAN-7\)/);
      assert.match(part, /PO-4711/);
      assert.match(part, /https:\/\/shop\.example\.com\/dashboard\/orders\/o-1/);
    }
    assert.doesNotMatch(html, /<img/);
    assert.doesNotMatch(text, /earlier than planned/);
    const { text: sooner } = write({ ...MOVED, facts: { ...MOVED.facts, dueOn: '2027-03-01' } });
    assert.match(sooner, /earlier than planned/);
  });

  for (const mail of ON_THE_WAY) {
    test(`${mail.kind} names the order, the pieces and its page, and escapes what people typed`, () => {
      const { subject, text, html } = write(mail);
      assert.match(subject, /NB-100234/);
      for (const part of [text, html]) {
        assert.match(part, /1,400 pcs/);
        assert.match(part, /https:\/\/shop\.example\.com\/dashboard\/purchases\/p-1/);
      }
      assert.doesNotMatch(html, /<img/);
      assert.doesNotMatch(subject, /[\r\n]/);
    });
  }

  test('of a changed address has the new one and the one before, and escapes both', () => {
    const { subject, text, html } = write(READDRESSED);
    assert.match(subject, /NB-100234/);
    assert.match(text, /New address: .*Reno\nAddress before: .*Oakland\n/);
    assert.match(html, /https:\/\/shop\.example\.com\/dashboard\/purchases\/p-1/);
    assert.doesNotMatch(html, /<img/);
  });

  test('of a shipment say whether the rest follows, who carries it, and where it is', () => {
    const [mail] = ON_THE_WAY;
    const { subject, text } = write(mail!);
    assert.equal(subject, 'Shipped in part: NB-100234, PO-4711');
    assert.match(text, /The others follow/);
    assert.match(text, /Tracking number: 00 34\nTrack shipment: https:\/\/track\.example\.com\/00%2034\n/);
    const rest = write({
      ...mail!,
      facts: { ...mail!.facts, isRest: true, carrier: null, tracking: null, trackingUrl: null },
    });
    assert.equal(rest.subject, 'Shipped: NB-100234, PO-4711');
    assert.doesNotMatch(rest.text, /The others follow|Tracking|Carrier/);
  });

  test('of orders say when each line is expected that is not in stock', () => {
    const lines = [{ ...order.lines[0]!, expectedOn: '2027-03-03' }];
    const one = write({ kind: 'order_placed', facts: { ...order, lines, heldUntil } });
    assert.match(one.text, /Expected: Mar 3, 2027/);
    const facts = { ...order, lines: [...lines, ...order.lines], lineCount: 2, heldUntil };
    assert.match(write({ kind: 'order_placed', facts }).text, /at \$6\.35 \(expected on Mar 3, 2027\)/);
  });

  test('of a changed password say when, and lead to where it is taken back', () => {
    const { text, html } = write(CHANGED);
    for (const part of [text, html]) {
      assert.match(part, /Nov 22, 2026, 8:05 AM EST/);
      assert.match(part, /https:\/\/shop\.example\.com\/forgot-password/);
    }
  });

  test('of a second factor say when, who removed it and how many recovery codes are left', () => {
    const [added, removed, used, first, gone] = FACTOR.map((mail) => write(mail).text);
    assert.match(added!, /Set up: [^\n]*2026/);
    assert.match(removed!, /By: admin@example\.com/);
    assert.match(used!, /Codes left: 9/);
    assert.match(first!, /All other sessions have ended\.\n[\s\S]*Passkey: Fan">/);
    assert.match(gone!, /confirms no sign-ins[\s\S]*Passkey: Fan">/);
    const another = write({ kind: 'passkey_added', facts: { at: heldUntil, name: 'Key', isFirst: false } });
    assert.doesNotMatch(another.text, /sessions have ended/);
  });

  test('say until when the parts are kept, in a named time zone, and lead to where one pays', () => {
    for (const kind of ['order_placed', 'hold_ends', 'hold_ended'] as const) {
      const { text, html } = render(kind);
      assert.match(text, /Nov 22, 2026, 8:05 AM EST/);
      assert.match(text, /https:\/\/shop\.example\.com\/dashboard\/payment\/p-1\n/);
      assert.match(html, /href="https:\/\/shop\.example\.com\/dashboard\/payment\/p-1"/);
    }
  });

  test('of a paid order have its transaction and lead to the order', () => {
    const { text } = render('order_paid');
    assert.match(text, /Transaction: pi_1\n/);
    assert.match(text, /https:\/\/shop\.example\.com\/dashboard\/purchases\/p-1\n/);
  });

  test('of money that went back say why', () => {
    assert.match(render('order_refunded').text, /Reason: Recalled\n/);
    assert.match(render('payment_refunded').text, /Reason: Too late\.\n/);
    const facts = { transactionId: 'pi_1', amountCents: 100, orderNumber: null, reason: null };
    const unclaimed = write({ kind: 'payment_refunded', facts: { ...facts, cause: 'unclaimed' } });
    assert.match(unclaimed.text, /Reason: No order claimed it within 60 minutes\.\n/);
    const { subject, text } = render('part_refunded');
    assert.equal(subject, 'Refunded in part: NB-100234, $7,620.00');
    assert.match(
      text,
      /Reason: Damaged\nCase Fan: 40 pcs, \$7,619\.95\nScrew: 1,000 pcs, \$0\.05\nAnd: 1 more\nRefunded: \$7,620\.00\n/,
    );
  });
});

test('what runs out is told by part, and leads to the list of it', () => {
  const { subject, text, html } = write(SHORT);
  assert.equal(subject, '2 parts run out');
  assert.match(text, /NB-1 [\s\S]*: 1,200 on sale, 0 expected, reorder at 2,000\n/);
  assert.match(text, /These are the first 1 of them\./);
  assert.match(text, /https:\/\/shop\.example\.com\/dashboard\/stock\?short=1\n/);
  assert.doesNotMatch(html, /<img/);
});

test('each mail about an order names the buyer’s number in its subject, its day and address, and parts by SKU and own number', () => {
  const ofOrderAlone = new Set(['message', 'cancel_refused', 'details_changed', 'ship_to_changed']);
  const about = {
    ...ofOrder,
    lines: [{ sku: 'NB-FAN', productName: 'Case Fan', pieces: 40, customerRef: 'FAN-7' }],
  };
  const mails = [...ON_THE_WAY, READDRESSED, MOVED, MAILS.find(({ kind }) => kind === 'part_refunded')!];
  for (const { kind, facts } of mails) {
    const refundLines = about.lines.map(({ pieces: quantity, ...line }) => ({ ...line, quantity, cents: 5 }));
    const { subject, text } = write({ kind, facts: { ...facts, ...about, refundLines } });
    assert.match(subject, /NB-100234, PO-4711/, kind);
    assert.match(text, /PO number: PO-4711\nPlaced: Nov 21, 2026.*\nShip to: 1 Dock Road, Oakland\n/, kind);
    if (ofOrderAlone.has(kind)) continue;
    assert.match(text, /NB-FAN, Case Fan: 40 pcs(?:, \$0\.05)? \(your part FAN-7\)/, kind);
  }
});
