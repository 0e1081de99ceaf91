// What the mails of all modules say.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { renderMails } from '../server/mail/send.ts';
import { modules } from '../server/modules.ts';
import { joinKinds } from '../server/open-modules.ts';

const ORIGIN = 'https://shop.example.com';
const HOSTILE = `Fan"><img src=x onerror=alert(1)>&'\r\nBcc: all@example.com`;
const order = {
  purchaseId: 'p-1',
  orderId: 'o-1',
  orderNumber: 100_234,
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
const CHANGED = { kind: 'password_changed', facts: { at: heldUntil } };
const write = (...mails: [Mail, ...Mail[]]) => renderMails(mails, kinds, ORIGIN);
const render = (kind: string) => write(MAILS.find((mail) => mail.kind === kind)!);

test('all kinds of mails are tried here', () => {
  const tried = [...MAILS, ...LINKS, CHANGED].map(({ kind }) => kind);
  assert.deepEqual(tried.sort(), Object.keys(kinds).sort());
});

test('the button has the color of the shop’s buttons', async () => {
  const themes = await readFile(new URL('../web/themes.css', import.meta.url), 'utf8');
  // The first theme is the light one.
  const [, ...numbers] = /--color-primary: oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/.exec(themes)!.map(Number);
  assert.ok(render('order_placed').html.includes(`background:${toHex(numbers as [number, number, number])}`));
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
      assert.match(subject, /NB-100234, 1,200 × Case Fan|\$7,620\.00/);
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
    assert.equal(subject, 'Order placed: NB-100234, 7 products');
    for (const part of ['Part 1: 1,200 pcs at $0.0125', 'Part 2: ', 'And: 5 more', 'Total: $30.00'])
      assert.ok(text.includes(part), text);
  });

  for (const mail of LINKS) {
    const page = mail.kind === 'verify_address' ? 'verify-email' : 'reset-password';
    test(`${mail.kind} keeps its token behind the #, says how long it is good, and what to do otherwise`, () => {
      const { subject, text, html } = write(mail);
      assert.doesNotMatch(subject, /to\.ken-1/);
      assert.ok(text.includes(`${ORIGIN}/${page}#to.ken-1\n`));
      assert.ok(html.includes(`href="${ORIGIN}/${page}#to.ken-1"`));
      for (const part of [text, html]) {
        assert.match(part, /Nov 22, 2026, 1:05 PM UTC/);
        assert.match(part, /If it was not you, do nothing/);
      }
    });
  }

  test('of a changed password say when, and lead to where it is taken back', () => {
    const { text, html } = write(CHANGED);
    for (const part of [text, html]) {
      assert.match(part, /Nov 22, 2026, 1:05 PM UTC/);
      assert.match(part, /https:\/\/shop\.example\.com\/forgot-password/);
    }
  });

  test('say until when the parts are kept, in a named time zone, and lead to where one pays', () => {
    for (const kind of ['order_placed', 'hold_ends', 'hold_ended'] as const) {
      const { text, html } = render(kind);
      assert.match(text, /Nov 22, 2026, 1:05 PM UTC/);
      assert.match(text, /https:\/\/shop\.example\.com\/dashboard\/payment\/p-1\n/);
      assert.match(html, /href="https:\/\/shop\.example\.com\/dashboard\/payment\/p-1"/);
    }
  });

  test('of a paid order have its transaction and lead to the receipt', () => {
    const { text } = render('order_paid');
    assert.match(text, /Transaction: pi_1\n/);
    assert.match(text, /https:\/\/shop\.example\.com\/dashboard\/orders\/o-1\/receipt\n/);
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
