import type { Page } from '@playwright/test';
import { HTML_PAYLOADS } from '../stress/payloads.ts';
import { openAccount, payOrder, placeOrder } from './arrange.ts';
import { enter, expect, newNumber, newPerson, test } from './test.ts';

/** Joins as many payloads as fit into a field, from the first or the last on. */
function fill(length: number, payloads = HTML_PAYLOADS): string {
  let text = '';
  for (const payload of payloads) if (text.length + payload.length < length) text += `${payload} `;
  return text.trim();
}

const NAME = '</script><script>window.ran=true</script><img src=x onerror=window.ran=true>';

/** Checks a page's HTML from the server: what people wrote must not have become markup or script. */
async function load(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path);
  const html = (await answer?.text()) ?? '';
  expect(HTML_PAYLOADS.filter((payload) => payload.includes('<') && html.includes(payload))).toEqual([]);
  // Embedded data stays data.
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/gi)].map(([, script]) => script!);
  expect(scripts.filter((script) => /[<\u2028\u2029]/.test(script.replaceAll(' < ', '')))).toEqual([]);
}

/** Checks that a text is on the page as it was written, and that it had no effect. */
async function expectText(page: Page, text: string): Promise<void> {
  await expect(page.locator('body')).toContainText(text.replace(/[\u2028\u2029]/g, ' '));
  await expectHarmless(page);
}

async function expectHarmless(page: Page): Promise<void> {
  // Payloads that load or take the focus have had time to act.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const found = await page.evaluate(() => ({
    ran: 'ran' in window,
    elements: [
      ...document.querySelectorAll('[onerror],[onload],[onfocus],[ontoggle],iframe,base,math,[srcdoc]'),
    ]
      .map((element) => element.outerHTML)
      .concat(
        [...document.querySelectorAll('a[href^="javascript:" i],form[action^="javascript:" i]')].map(String),
      ),
    isVisible: document.body.checkVisibility(),
  }));
  expect(found).toEqual({ ran: false, elements: [], isVisible: true });
}

test('what people write is shown as text only: products, reviews, orders, names, mails', {
  tag: '@nightly',
}, async ({ page, shop, admin, addProduct, complaints }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(shop.origin) && !request.url().startsWith('data:'))
      outside.push(request.url());
  });
  const number = String(newNumber());
  const name = `${NAME} ${number}`;
  const [front, back] = [fill(990), fill(990, HTML_PAYLOADS.toReversed())];
  await addProduct({ name: `Back ${newNumber()}`, shortDetails: back });
  const product = await addProduct({ name, shortDetails: front });
  const buyer = await openAccount(shop.origin, { ...newPerson(), name: NAME });
  await buyer.call('POST /reviews', { ratings: '5', description: fill(1990) });
  const order = await buyer
    .call<{ insertedId: string }>('POST /orders', {
      ...{ name: NAME, email: buyer.email, productId: product._id, productName: name, price: product.price },
      ...{ available: product.available, order: 100, shippingAdd: fill(490), phone: NAME.slice(0, 50) },
    })
    .then(({ insertedId }) =>
      buyer.call<Awaited<ReturnType<typeof placeOrder>>>(`GET /orders/${insertedId}`),
    );
  const unpaid = await placeOrder(buyer, product);
  await payOrder(shop.origin, buyer, order);

  await load(page, '/');
  await expectText(page, name);
  await expectText(page, fill(1990));
  await load(page, '/allProducts?sort=newest');
  await expectText(page, name);
  await load(page, `/allProducts?q=${encodeURIComponent(NAME)}`);
  await expectHarmless(page);
  await load(page, `/no/such/page/${encodeURIComponent(NAME)}?${encodeURIComponent(NAME)}`);
  await expectHarmless(page);
  await load(page, `/login?error=${encodeURIComponent(NAME)}&from=${encodeURIComponent(NAME)}`);
  await expectHarmless(page);

  await enter(page, shop, buyer, `/products/${product._id}`);
  await expectText(page, front);
  await load(page, '/dashboard');
  await expectText(page, name);
  await load(page, `/dashboard/orders/${order._id}`);
  await expectText(page, fill(490));
  await load(page, `/dashboard/payment/${unpaid._id}`);
  await expectText(page, name);
  await load(page, '/dashboard/myProfile');
  await expect(page.getByLabel('Display name')).toHaveValue(NAME);
  await expectHarmless(page);
  await load(page, '/dashboard/addReview');
  await expect(page.getByLabel('Name')).toHaveValue(NAME);
  await expectHarmless(page);

  await enter(page, shop, admin, '/dashboard/manageAllOrders');
  await expectText(page, order._id);
  await load(page, `/dashboard/orders/${order._id}`);
  await expectText(page, fill(490));
  await load(page, '/dashboard/log');
  await expectText(page, name);
  await load(page, '/dashboard/manageProducts');
  await page.getByRole('searchbox', { name: 'Find products' }).fill(number);
  await expectText(page, name);
  await load(page, '/dashboard/makeAdmin');
  await page.getByRole('searchbox', { name: 'Find users' }).fill(buyer.email);
  await expectText(page, buyer.email);
  await load(page, `/dashboard/manageProducts/${product._id}`);
  await expect(page.getByLabel('Short Details')).toHaveValue(front);
  await expectHarmless(page);

  const { mailbox } = await admin.call<{ mailbox: string }>('GET /config');
  const mail = page
    .getByRole('link')
    .filter({ hasText: `Paid: ${order.number}, 100 × ${NAME}` })
    .first();
  await expect(async () => {
    await page.goto(mailbox);
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mail.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(NAME);
  // The frame of the HTML part is sandboxed, so the test fetches its content.
  const frame = await page.request.get((await page.locator('iframe').getAttribute('src'))!);
  expect(await frame.text()).toContain('&lt;/script&gt;&lt;script&gt;window.ran=true&lt;/script&gt;&lt;img');
  expect(await frame.text()).not.toMatch(/<script|<img/i);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(outside).toEqual([]);
  // The browser reports that the test's own script may not run in the frame.
  const others = complaints.filter((one) => !one.startsWith('Blocked script execution'));
  complaints.splice(0, complaints.length, ...others);
});
