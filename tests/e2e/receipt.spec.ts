import type { Page } from '@playwright/test';
import { payOrder, placeOrder } from './arrange.ts';
import { expectAccessible } from './axe.ts';
import { enter, expect, signUp, test, typeCard } from './test.ts';

/** Calls the shop as the person who is signed in on the page. */
function call(page: Page, method: string, path: string, body?: object) {
  return page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
      return response.json();
    },
    [method, path, body] as const,
  );
}

/** Refunds an order as the sandbox's admin. */
async function refund(origin: string, orderId: string): Promise<void> {
  const post = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(body),
    });
  const email = 'admin@example.com';
  const signedIn = await post('POST', '/api/auth/sign-in/email', { email, password: 'northbridge' });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const { token } = (await (await post('PUT', `/user/${email}`, { email }, { cookie })).json()) as {
    token: string;
  };
  const answer = await post(
    'POST',
    `/orders/${orderId}/refund`,
    { reason: 'Recalled' },
    { authorization: `Bearer ${token}` },
  );
  expect(answer.status).toBe(200);
}

/** How many sheets a PDF has. */
const sheetsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

test('a paid order has a receipt that prints on one sheet, and its mail links to it', async ({
  page,
  shop,
  complaints,
}) => {
  const person = await signUp(page);
  const [product] = await call(page, 'GET', '/products?limit=1');
  const { insertedId } = await call(page, 'POST', '/orders', {
    ...{ name: person.name, email: person.email, productId: product._id, productName: product.name },
    ...{ price: product.price, available: product.available, order: 1000, phone: '+1 555 0100' },
    // More lines than a receipt has room for.
    shippingAdd: Array.from({ length: 60 }, (_, n) => `Line ${n}`).join('\n'),
  });

  await page.goto(`/dashboard/orders/${insertedId}/receipt`);
  await expect(page.getByText('This order is not paid, so there is no receipt yet.')).toBeVisible();
  await page.goto(`/dashboard/payment/${insertedId}`);
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('dialog').getByText('Congrats! Your Payment is Completed.')).toBeVisible();

  await page.getByRole('dialog').getByRole('button').click();
  await page.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  const { number, price, total, transactionId } = await call(page, 'GET', `/orders/${insertedId}`);
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  for (const text of [
    ...['Northbridge', 'Oakland, CA 94607', person.name, person.email, number, product.name, '1,000'],
    ...[dollars.format(price), dollars.format(total), transactionId, 'Line 0'],
  ]) {
    await expect(receipt).toContainText(text);
  }
  await expect(receipt).not.toContainText('Refunded');
  await expectAccessible(page);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download invoice' }).click();
  expect((await saving).suggestedFilename()).toBe(`${number}-invoice.pdf`);

  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(receipt).toBeVisible();
  for (const name of ['Main', 'Shop']) await expect(page.getByRole('navigation', { name })).toBeHidden();
  await expect(page.getByText('Sandbox: no real money moves')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(receipt).toHaveCSS('color', 'rgb(0, 0, 0)');
  for (const format of ['A4', 'Letter']) expect(sheetsOf(await page.pdf({ format })), format).toBe(1);
  await page.emulateMedia({ media: null, colorScheme: null });

  await refund(shop.origin, insertedId);
  await page.reload();
  await expect(receipt).toContainText(`${dollars.format(total)} went back to the card.`);

  await page.getByRole('link', { name: 'Mailbox' }).click();
  const mail = page.getByRole('listitem').filter({ hasText: person.email });
  // In either order: both may have been sent within the same second.
  const about = (what: string) => mail.filter({ hasText: `${what}: ${number}, 1,000 × ${product.name}` });
  await expect(async () => {
    await page.reload();
    for (const what of ['Order placed', 'Paid', 'Refunded']) {
      await expect(about(what)).toHaveCount(1, { timeout: 1000 });
    }
  }).toPass();
  await expectAccessible(page);
  await about('Paid').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Paid: ${number}, 1,000 × ${product.name}`,
  );
  await expect(page.locator('pre')).toContainText(transactionId);
  // No script runs in the frame, the test's and axe's included, so the test reaches its link by keyboard.
  await expectAccessible(page, { without: 'iframe' });
  await page.locator('pre').getByRole('link').focus();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect((await opened).getByRole('article', { name: 'Receipt' })).toContainText(transactionId);

  // The browser reports that the test's own script may not run in the frame.
  const others = complaints.filter((one) => !one.startsWith('Blocked script execution'));
  complaints.splice(0, complaints.length, ...others);
});

test('a receipt keeps its amounts on paper and on a phone, even with a very long word in a name', {
  tag: '@nightly',
}, async ({ page, shop, buyer, addProduct }) => {
  const product = await addProduct({ name: `NB${'X123456789'.repeat(17)}`, price: 833.33 });
  const order = await placeOrder(buyer, product, 1200);
  await payOrder(shop.origin, buyer, order);
  await enter(page, shop, buyer, `/dashboard/orders/${order._id}/receipt`);
  const receipt = page.getByRole('article', { name: 'Receipt' });
  const amounts = receipt.getByText('$999,996.00');
  await expect(amounts).toHaveCount(2);
  for (const [width, media] of [
    [320, 'screen'],
    [360, 'screen'],
    [1280, 'screen'],
    // A4 and Letter without their margins, in CSS pixels.
    [658, 'print'],
    [680, 'print'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ media });
    const paper = (await receipt.boundingBox())!;
    expect(paper.width, `${media} ${width}`).toBeLessThanOrEqual(width);
    for (const amount of await amounts.all()) {
      const { x, width: wide } = (await amount.boundingBox())!;
      expect(x + wide, `${media} ${width}`).toBeLessThanOrEqual(paper.x + paper.width);
    }
    // Each is below its heading.
    const ends = await receipt
      .locator('thead th, tbody td')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(ends.slice(4), `${media} ${width}`).toEqual(ends.slice(0, 4));
    // None overlaps the one beside it.
    for (const cell of await receipt.locator('tbody td').all()) {
      const over = await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(over, `${media} ${width}: ${await cell.textContent()}`).toBeLessThanOrEqual(0);
    }
  }
  expect(sheetsOf(await page.pdf({ format: 'A4' }))).toBe(1);
});
