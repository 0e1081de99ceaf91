import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Locator, Page } from '@playwright/test';
import { launchBrowser } from '../../../launch/browser.ts';
import { findChromium } from '../../../launch/chromium.ts';
import { newIntent, type RunningSandbox, startOwnSandbox } from '../../../tests/fixtures/stripe-sandbox.ts';

const isHere = (await findChromium()) !== undefined;

/** A page that uses Stripe.js and stores the results on `window` for the test. */
const PAGE_SCRIPT = `
  const data = document.querySelector('main').dataset;
  const stripe = Stripe(data.key);
  const elements = stripe.elements();
  const card = elements.create('card', {
    style: { base: { color: 'rgb(1, 2, 3)', fontSize: '18px' }, invalid: { color: 'rgb(200, 0, 0)' } },
  });
  window.changes = [];
  window.names = [];
  card.on('change', (change) => window.changes.push(change));
  for (const name of ['ready', 'focus', 'blur', 'escape']) card.on(name, () => window.names.push(name));
  card.mount('#card');
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const { error, paymentIntent } = await stripe.confirmCardPayment(data.secret, {
      payment_method: { card: elements.getElement('card'), billing_details: { name: 'Ann' } },
    });
    document.querySelector('output').textContent = error ? error.code + ': ' + error.message : paymentIntent.status;
  });
  Object.assign(window, { stripe, elements, card });
`;

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; require-trusted-types-for 'script'";

describe('the card field', { skip: isHere ? false : 'no Chromium on this machine' }, () => {
  let sandbox: RunningSandbox;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  before(async () => {
    sandbox = await startOwnSandbox(undefined, (app) => {
      // As in the shop, the page has the origin of the API.
      app.addHook('onSend', async (_request, reply) => {
        reply.header('cross-origin-opener-policy', 'same-origin');
      });
      app.get('/page.js', async (_request, reply) => reply.type('text/javascript').send(PAGE_SCRIPT));
      app.get('/', async (_request, reply) => {
        const { client_secret } = await newIntent(sandbox.stripe);
        return reply
          .header('content-security-policy', CSP)
          .type('text/html')
          .send(`<!doctype html>
          <main data-key="${sandbox.keys.publishableKey}" data-secret="${client_secret}">
          <form><div id="card"></div><button>Pay</button><output></output></form></main>
          <script src="/sandbox/stripe.js"></script><script src="/page.js"></script>`);
      });
    });
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) complaints.push(message.text());
    });
  });
  after(async () => {
    await browser?.close();
    await sandbox?.stop();
  });
  beforeEach(async () => {
    complaints = [];
    await page.goto(sandbox.origin);
    await number().waitFor();
  });

  const number = (): Locator => page.getByLabel('Card number');
  const expiry = (): Locator => page.getByLabel('Expiry date (MM / YY)');
  const cvc = (): Locator => page.getByLabel('CVC');
  const focused = () =>
    page.evaluate(
      () =>
        document.querySelector('#card > div')?.shadowRoot?.activeElement?.getAttribute('aria-label') ?? null,
    );
  interface Change {
    empty: boolean;
    complete: boolean;
    brand: string;
    error?: { code: string; message: string };
  }
  const lastChange = () => page.evaluate(() => (window as unknown as { changes: Change[] }).changes.at(-1));
  const type = async (text: string) => {
    await number().click();
    await page.keyboard.type(text);
  };
  const result = async () => {
    await page.locator('output:not(:empty)').waitFor();
    return page.locator('output').textContent();
  };

  test('moves the focus on when a part is complete, and back on Backspace in an empty one', async () => {
    await type('42424242424242421230123');
    assert.deepEqual(
      [await number().inputValue(), await expiry().inputValue(), await cvc().inputValue()],
      ['4242 4242 4242 4242', '12 / 30', '123'],
    );
    assert.equal(await focused(), 'CVC');
    assert.deepEqual(
      await lastChange().then((change) => [change?.complete, change?.empty, change?.brand, change?.error]),
      [true, false, 'visa', undefined],
    );
    for (let press = 0; press < 3 + 1 + 4 + 1 + 1; press += 1) await page.keyboard.press('Backspace');
    assert.equal(await focused(), 'Card number');
    assert.deepEqual(
      [await number().inputValue(), await expiry().inputValue(), await cvc().inputValue()],
      ['4242 4242 4242 424', '', ''],
    );
    assert.deepEqual(complaints, []);
  });

  test('shows errors when a part is full or left, not while typing', async () => {
    await type('424242424242424');
    assert.equal((await lastChange())?.error, undefined);
    await page.keyboard.type('1');
    assert.equal((await lastChange())?.error?.message, 'Your card number is invalid.');
    assert.equal(await number().getAttribute('aria-invalid'), 'true');
    assert.equal(await number().evaluate((input) => getComputedStyle(input).color), 'rgb(200, 0, 0)');
    await page.keyboard.press('Backspace');
    assert.equal((await lastChange())?.error, undefined);
    await page.keyboard.type('2');
    await page.keyboard.type('1220');
    assert.equal((await lastChange())?.error?.message, "Your card's expiration year is in the past.");
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3012');
    await page.keyboard.press('Tab');
    assert.equal((await lastChange())?.error?.message, "Your card's security code is incomplete.");
    assert.ok(
      await page.evaluate(() =>
        document.querySelector('#card')?.classList.contains('StripeElement--invalid'),
      ),
    );
  });

  test('accepts a pasted number, and a correction in the middle', async () => {
    await number().click();
    await page.keyboard.insertText(' 3782-822463-10005 ');
    assert.equal(await number().inputValue(), '3782 822463 10005');
    assert.equal(await focused(), 'Expiry date (MM / YY)');
    await number().fill('4242 4242 424 4242');
    await number().evaluate((input: HTMLInputElement) => input.setSelectionRange(10, 10));
    await number().focus();
    await page.keyboard.type('7');
    assert.equal(await number().inputValue(), '4242 4242 7424 4242');
    assert.equal(await number().evaluate((input: HTMLInputElement) => input.selectionStart), 11);
  });

  test('has labels, numeric keyboards and autofill for all parts, and applies the style', async () => {
    for (const [part, autocomplete] of [
      [number(), 'cc-number'],
      [expiry(), 'cc-exp'],
      [cvc(), 'cc-csc'],
    ] as const) {
      assert.equal(await part.getAttribute('inputmode'), 'numeric');
      assert.equal(await part.getAttribute('autocomplete'), autocomplete);
      assert.equal(await part.evaluate((input) => getComputedStyle(input).color), 'rgb(1, 2, 3)');
      assert.equal(await part.evaluate((input) => getComputedStyle(input).fontSize), '18px');
    }
  });

  test('emits focus and blur once for the whole field', async () => {
    await type('42424242424242421230123');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pay' }).focus();
    await page.waitForFunction(() => (window as unknown as { names: string[] }).names.includes('blur'));
    const names = await page.evaluate(() => (window as unknown as { names: string[] }).names);
    assert.deepEqual(names, ['ready', 'focus', 'escape', 'blur']);
  });

  test('can be cleared, disabled, unmounted and created again', async () => {
    await type('4242');
    const after = await page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: the page's own variables
      const { card, elements } = window as any;
      card.clear();
      card.update({ disabled: true });
      const disabled = document.querySelector('#card > div')?.shadowRoot?.querySelector('input')?.disabled;
      let second = '';
      try {
        elements.create('card');
      } catch (error) {
        second = String(error);
      }
      card.destroy();
      const gone = document.querySelector('#card')?.childElementCount;
      elements.create('card').mount('#card');
      return { disabled, second, gone, found: elements.getElement({ __elementType: 'card' }) !== null };
    });
    assert.equal(after.disabled, true);
    assert.match(after.second, /Can only create one Element/);
    assert.equal(after.gone, 0);
    assert.equal(after.found, true);
    assert.equal(await number().inputValue(), '');
  });

  test('pays, and Enter submits the form', async () => {
    await type('42424242424242421230123');
    await page.keyboard.press('Enter');
    assert.equal(await result(), 'succeeded');
    assert.deepEqual(complaints, []);
  });

  test('an incomplete card is not sent', async () => {
    await type('4242424242424242');
    await page.getByRole('button', { name: 'Pay' }).click();
    assert.equal(await result(), "incomplete_expiry: Your card's expiration date is incomplete.");
  });

  test('returns the reason of a decline', async () => {
    await type('40000000000099951230123');
    await page.getByRole('button', { name: 'Pay' }).click();
    assert.equal(await result(), 'card_declined: Your card has insufficient funds.');
  });

  test('reports a payment that another tab made as success', async () => {
    const id = await page.evaluate(
      () => document.querySelector('main')!.dataset.secret!.split('_secret_')[0]!,
    );
    await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    await type('42424242424242421230123');
    await page.getByRole('button', { name: 'Pay' }).click();
    assert.equal(await result(), 'succeeded');
  });

  describe('3-D Secure', () => {
    async function challenge(): Promise<Page> {
      await type('40000000000032201230123');
      const [bank] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Pay' }).click(),
      ]);
      return bank;
    }

    test('opens a window and continues when it is done', async () => {
      const bank = await challenge();
      bank.on('console', (message) => complaints.push(message.text()));
      const closed = bank.waitForEvent('close');
      await bank.getByRole('button', { name: 'Complete authentication' }).click();
      assert.equal(await result(), 'succeeded');
      await closed;
      assert.equal(await page.getByRole('dialog').count(), 0);
      assert.deepEqual(complaints, []);
    });

    test('reports that it failed', async () => {
      const bank = await challenge();
      await bank.getByRole('button', { name: 'Fail authentication' }).click();
      assert.match(
        String(await result()),
        /^payment_intent_authentication_failure: We are unable to authenticate/,
      );
    });

    test('can be opened again after its window was closed, and cancelled', async () => {
      const bank = await challenge();
      await bank.close();
      const [again] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: "Open the bank's window" }).click(),
      ]);
      await again.getByRole('button', { name: 'Complete authentication' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert.match(String(await result()), /^payment_intent_authentication_failure/);
    });
  });
});
