import type { Locator, Page } from '@playwright/test';
import type { Order } from '#contract/purchases/orders.ts';
import { placeOrder } from './arrange.ts';
import { followRequests } from './quiet.ts';
import { enter, expect, gridOf, newPerson, storedToken, test } from './test.ts';

// React Router logs a script that could not be loaded; the page shows its own message.
test.use({ expectedComplaints: /^(Error loading route module|TypeError: Failed to fetch)/ });

const TOO_MANY = "Enter a Valid Quantity (within 'Available Products').";

test('a form keeps its input when a product is edited that another admin has removed', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const product = await addProduct();
  await enter(page, shop, admin, `/dashboard/manageProducts/${product._id}`);
  await page.getByLabel('Price').fill('3.75');
  await admin.call(`DELETE /products/${product._id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    /not exist|not found|no longer|unknown/i,
  );
  await expect(page.getByLabel('Price')).toHaveValue('3.75');
});

test.describe('while someone orders', () => {
  /** Opens a product's page and fills in an order for 600 pieces. */
  async function fillIn(page: Page) {
    await page.getByLabel('Order quantity').fill('600');
    await page.getByLabel('Shipping address').fill('1 Dock Road, Harbour City');
    await page.getByLabel('Phone').fill('+1 555 0100');
  }

  async function expectKept(page: Page) {
    await expect(page.getByLabel('Order quantity')).toHaveValue('600');
    await expect(page.getByLabel('Shipping address')).toHaveValue('1 Dock Road, Harbour City');
    await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
  }

  const button = (page: Page) => page.getByRole('button', { name: 'Place Order' });

  test('the product is removed: the page says that it is no longer sold', async ({
    page,
    admin,
    openProduct,
  }) => {
    const product = await openProduct();
    await fillIn(page);
    await admin.call(`DELETE /products/${product._id}`);
    await button(page).click();
    await expect(page.getByText('This product is no longer sold.')).toBeVisible();
    await expect(button(page)).toBeDisabled();
    await expectKept(page);
  });

  test('the price changes, and the stock runs out: the page says so and shows what is new, which can be ordered', async ({
    page,
    buyer,
    admin,
    openProduct,
  }) => {
    const product = await openProduct({ price: 1.15, available: 1000 });
    await fillIn(page);
    await admin.call(`PATCH /products/${product._id}`, { price: 1.25 });
    await button(page).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/price/i);
    await expect(page.getByLabel('Price')).toHaveValue('$1.25');
    await expect(page.getByRole('form').locator('output')).toHaveText('$750.00');
    await expectKept(page);

    await placeOrder(admin, { ...product, price: 1.25 }, 700);
    const refusal = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await button(page).click();
    expect([400, 409]).toContain((await refusal).status());
    await expect(page.getByText(TOO_MANY)).toBeVisible();
    await expect(page.getByLabel('Available')).toHaveValue('300 pcs');
    await expect(button(page)).toBeDisabled();
    await expectKept(page);
    await page.getByLabel('Order quantity').fill('300');
    await button(page).click();
    await expect(page.getByText('Order Placed SuccessfullY.')).toBeVisible();
    const [order] = await buyer.call<Order[]>(`GET /orders?email=${buyer.email}`);
    expect(order).toMatchObject({ price: 1.25, order: 300, total: 375 });
  });

  test('the account is removed: the page says so and leads to login and back to the page', async ({
    page,
    buyer,
    admin,
    openProduct,
  }) => {
    const product = await openProduct();
    await fillIn(page);
    await admin.call(`DELETE /users/${buyer.email}`);
    await button(page).click();
    const message = page.getByRole('main').getByRole('alert');
    await expect(message).toContainText(/sign in|log in|session/i);
    await expectKept(page);
    await message.getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(`/products/${product._id}`)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });
});

test('an order that is deleted in another tab while its payment page is open cannot be paid, and the page says so', async ({
  page,
  shop,
  buyer,
  newOrder,
}) => {
  const order = await newOrder();
  await enter(page, shop, buyer, '/dashboard');
  await expect(page.getByRole('link', { name: 'Payment' })).toBeVisible();
  await buyer.call(`DELETE /orders/${order._id}`);
  await page.getByRole('link', { name: 'Payment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test.describe('while the server is down', () => {
  test('pages say so, keep their input, and recover without a reload', async ({
    page,
    context,
    shop,
    buyer,
    addProduct,
  }) => {
    const product = await addProduct();
    const settle = followRequests(page);
    await enter(page, shop, buyer, '/dashboard/myProfile');
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    // Hovering loads the page's code, but not its orders.
    const code = page.waitForRequest(/\/assets\/start-/);
    await menu.getByRole('link', { name: 'My Orders' }).hover();
    await code;
    await settle();
    const order = await context.newPage();
    await order.goto(`/products/${product._id}`);
    await order.getByLabel('Phone').fill('+1 555 0100');
    const review = await context.newPage();
    const settleReview = followRequests(review);
    await review.goto('/dashboard/addReview');
    await review.getByLabel('Review', { exact: true }).fill('Typed while it was up.');
    await settleReview();

    await shop.kill();

    await page.getByLabel('Display name').fill('Robin Meadow');
    await page.getByRole('button', { name: 'Save' }).click();
    const name = page.locator('form').filter({ has: page.getByLabel('Display name') });
    await expect(name.getByRole('alert').filter({ hasText: /\w/ })).toContainText(
      'The shop cannot be reached',
    );
    await expect(page.getByLabel('Display name')).toHaveValue('Robin Meadow');
    await order.getByRole('button', { name: 'Place Order' }).click();
    await expect(order.getByRole('main').getByRole('alert')).toContainText('The shop cannot be reached');
    await expect(order.getByLabel('Phone')).toHaveValue('+1 555 0100');
    await review.getByRole('button', { name: 'Add Review' }).click();
    await expect(review.getByText('Failed to add Review')).toBeVisible();
    await expect(review.getByLabel('Review', { exact: true })).toHaveValue('Typed while it was up.');
    await menu.getByRole('link', { name: 'My Orders' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The shop cannot be reached');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'This page keeps trying automatically.',
    );

    await shop.start();

    await expect(page.getByText('No orders yet')).toBeVisible();
    await order.getByRole('button', { name: 'Place Order' }).click();
    await expect(order.getByText('Order Placed SuccessfullY.')).toBeVisible();
    expect(await buyer.call<Order[]>(`GET /orders?email=${buyer.email}`)).toHaveLength(1);
    await review.getByRole('button', { name: 'Add Review' }).click();
    await expect(review.getByText('Thank You for Your Valuable FeedBack.')).toBeVisible();
  });

  test('a link whose script cannot be fetched keeps the page and its input, and opens once it can be', {
    tag: '@nightly',
  }, async ({ page, shop, buyer, addProduct }) => {
    const product = await addProduct();
    await enter(page, shop, buyer, gridOf(product));
    const card = page.getByRole('article').filter({ hasText: product.name });
    await expect(card).toBeVisible();
    await shop.kill();
    await card.getByRole('link', { name: 'Purchase Now' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Could not open the page' });
    await expect(notice).toContainText('The shop cannot be reached');
    await expect(notice).toContainText('This page keeps trying automatically.');
    await expect(page).toHaveURL(gridOf(product));
    await expect(card).toBeVisible();
    // The dashboard has another script.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Dashboard' }).click();
    await expect(notice).toBeVisible();
    await expect(card).toBeVisible();

    await notice.getByRole('button', { name: 'Stay here' }).click();
    await expect(notice).toHaveCount(0);
    await card.getByRole('link', { name: 'Purchase Now' }).click();
    await expect(notice).toBeVisible();
    await shop.start();
    await expect(page.getByLabel('Order quantity')).toHaveValue('100');
    await expect(notice).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  });

  test('the notice covers no field, on a phone and on a desktop', { tag: '@nightly' }, async ({
    page,
    shop,
    buyer,
    addProduct,
  }) => {
    const product = await addProduct();
    await enter(page, shop, buyer, `/products/${product._id}`);
    const quantity = page.getByLabel('Order quantity');
    const fields = [page.getByLabel('Shipping address'), page.getByLabel('Phone'), quantity];
    const notice = page.getByRole('alert').filter({ hasText: 'Could not open the page' });
    for (const away of ['**/assets/**', '**/readyz']) await page.route(away, (route) => route.abort());
    for (const [width, height] of [
      [360, 740],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      // With the field at the lower end of the screen, then at the upper one.
      for (const block of ['end', 'start'] as const) {
        await quantity.evaluate((field, block) => field.scrollIntoView({ block }), block);
        await page.getByRole('contentinfo').getByRole('link', { name: 'Portfolio' }).dispatchEvent('click');
        await expect(notice).toBeInViewport({ ratio: 1 });
        expect((await quantity.boundingBox())!.y).toBeGreaterThanOrEqual(await endOf(notice));
        // A field that was scrolled away is scrolled back beside the notice.
        for (const field of fields) {
          await page.evaluate('scrollTo(0, document.body.scrollHeight)');
          await field.focus();
          expect((await field.boundingBox())!.y).toBeGreaterThanOrEqual(await endOf(notice));
        }
        await notice.getByRole('button', { name: 'Stay here' }).click();
        await expect(notice).toHaveCount(0);
      }
    }
  });

  test('a product page that cannot be loaded shows what the list knows of the product', {
    tag: '@nightly',
  }, async ({ page, shop, buyer, addProduct }) => {
    const product = await addProduct();
    await enter(page, shop, buyer, gridOf(product));
    const card = page.getByRole('article').filter({ hasText: product.name });
    const link = card.getByRole('link', { name: 'Purchase Now' });
    const refused: string[] = [];
    await page.route(`**/products/${product._id}`, (route) => {
      refused.push(route.request().url());
      return route.abort();
    });
    // Messages between two attempts count as well.
    await page.evaluate(() => {
      const look = () => {
        if (document.body.textContent?.includes('Could not load')) document.body.dataset.gone = 'once';
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    await link.click();
    const heading = page.getByRole('heading', { level: 1, name: product.name });
    await expect(heading).toBeVisible();
    // Requested on hover, by the page, retried at once, and then with a growing interval.
    await expect.poll(() => refused.length).toBeGreaterThan(3);
    await expect(heading).toBeVisible();
    await expect(page.getByLabel('Order quantity')).toHaveValue('100');
    await expect(page.locator('body')).not.toHaveAttribute('data-gone');
  });

  test('a person who continues typing after such a click stays on the page; a list says so, and appears as soon as the shop is back', {
    tag: '@nightly',
  }, async ({ page, shop }) => {
    await page.goto('/login');
    await shop.kill();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Portfolio' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Could not open the page' });
    await expect(notice).toBeVisible();
    await page.getByLabel('Email').fill('robin@parts.example.com');
    await expect(notice).toHaveCount(0);
    // Whether or not its script is loaded, a message appears and then the list.
    await page.getByRole('contentinfo').getByRole('link', { name: 'All Products' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The shop cannot be reached' })).toBeVisible();
    await shop.start();
    await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
  });

  test('login and signup keep their input and say so', { tag: '@nightly' }, async ({ page, shop }) => {
    const person = newPerson();
    await page.goto('/signup', { waitUntil: 'networkidle' });
    await page.getByLabel('Name').fill(person.name);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await shop.kill();
    await page.getByRole('button', { name: 'SignUp', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The shop cannot be reached');
    await expect(page.getByLabel('Name')).toHaveValue(person.name);
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await expect(page.getByLabel('Password')).toHaveValue(person.password);
    await shop.start();
    await page.getByRole('button', { name: 'SignUp', exact: true }).click();
    await expect(page.getByRole('button', { name: 'SignOut' })).toBeVisible();
  });
});

/** Returns the lower edge of an element on the screen. */
async function endOf(part: Locator): Promise<number> {
  const { y, height } = (await part.boundingBox())!;
  return y + height;
}

test.describe('when a new version has replaced the scripts', () => {
  /** Removes the scripts of two pages until a page is loaded from the new version. */
  async function replaceScripts(page: Page) {
    let isOld = true;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isOld = false;
    });
    await page.route(/\/assets\/(portfolio|dashboard)-[^/]*\.js$/, (route) =>
      isOld ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
    );
  }

  test('a click loads the page from the new version, and a draft is still there afterwards', async ({
    page,
    openProduct,
  }) => {
    await openProduct();
    await page.getByLabel('Shipping address').fill('1 Dock Road, Harbour City');
    await replaceScripts(page);
    await page.evaluate(() => Object.assign(window, { isOldPage: true }));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
    expect(await page.evaluate('window.isOldPage')).toBeUndefined();
    await page.goBack();
    await expect(page.getByLabel('Shipping address')).toHaveValue('1 Dock Road, Harbour City');
  });

  test('a click while the shop is not ready waits, and then loads the page from it', {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.goto('/blogs');
    await replaceScripts(page);
    await page.route('/readyz', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Portfolio' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Could not open the page' });
    await expect(notice).toContainText('The shop is not available right now.');
    await expect(page).toHaveURL('/blogs');
    await page.unroute('/readyz');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveTitle(/Portfolio/);
    await expect(page).toHaveURL('/myPortfolio');
  });
});
