import { startShop } from './shop.ts';
import { expect, test } from './test.ts';

test('after too many sign-in attempts the form says how long to wait and keeps its input', async ({
  browser,
}) => {
  test.slow();
  const shop = await startShop({ RATE_LIMITS: 'on' });
  try {
    const page = await browser.newPage({ baseURL: shop.origin });
    await page.goto('/login');
    const main = page.getByRole('main');
    await main.getByLabel('Email').fill('buyer@example.com');
    await main.getByLabel('Password').fill('not-the-password');
    const login = main.getByRole('button', { name: 'Login', exact: true });
    const problem = main.getByRole('alert').filter({ hasText: 'Too many tries to sign in.' });
    for (let i = 0; i < 20 && !(await problem.isVisible()); i += 1) {
      const answered = page.waitForResponse(/sign-in\/email/);
      await login.click();
      await answered;
      await expect(login).toBeEnabled();
    }
    await expect(problem).toHaveText(/Wait (a second|\d+ seconds) and try again\./);
    await expect(main.getByLabel('Email')).toHaveValue('buyer@example.com');
    await expect(main.getByLabel('Password')).toHaveValue('not-the-password');
    await page.close();
  } finally {
    await shop.stop();
  }
});

test('an order over the rate limit says how long to wait and keeps the input', async ({
  page,
  openProduct,
}) => {
  await openProduct();
  await page.route('**/orders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '7' },
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Too Many Requests',
            status: 429,
            code: 'too_many_requests',
            detail: 'Too many orders at once. Wait 7 seconds and try again.',
          }),
        })
      : route.fallback(),
  );
  const form = page.getByRole('form', { name: 'Order' });
  await form.getByLabel('Shipping address').fill('1 Dock Road');
  await form.getByLabel('Phone').fill('+1 555 0100');
  await form.getByRole('button', { name: 'Place Order' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'Wait 7 seconds' })).toBeVisible();
  await expect(form.getByLabel('Shipping address')).toHaveValue('1 Dock Road');
});

test('pages and files have security headers, and an injected script does not run', async ({
  browser,
  shop,
  request,
}) => {
  // A page without the fixture's console check: the browser logs the refused script.
  const page = await browser.newPage({ baseURL: shop.origin });
  const home = await page.goto('/');
  const policy = home!.headers()['content-security-policy']!;
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/);
  expect(policy).not.toContain('stripe.com');
  const script = await page
    .locator('script[src], link[rel=modulepreload]')
    .first()
    .evaluate((element) => {
      return element.getAttribute('src') ?? element.getAttribute('href');
    });
  for (const path of ['/', '/no-such-page', script!]) {
    const headers = (await request.get(path, { headers: { accept: 'text/html' } })).headers();
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('no-referrer');
    expect(headers['permissions-policy'], path).toContain('camera=()');
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
  }
  const ran = await page.evaluate(() => {
    const element = document.createElement('script');
    element.textContent = 'document.title = "taken over"';
    document.head.append(element);
    return document.title === 'taken over';
  });
  expect(ran).toBe(false);
  await page.close();
});
