import type { Page } from '@playwright/test';
import type { Product } from '#contract/products/schema.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { addFault, payOrder, placeOrder } from './arrange.ts';
import { enter, expect, newNumber, test, typeCard } from './test.ts';
import { expectToFit, NARROWEST, navigate, type State, walk } from './walk.ts';

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });
const text = (words: string) => (page: Page) => page.getByText(words, { exact: true });
const openMenu: State = { name: 'menu', reach: press('Menu'), shows: dialog, phone: true };

const forVisitor: State[] = [
  { name: 'home', path: '/', shows: (page) => page.getByRole('heading', { name: 'Our Products' }) },
  { name: 'all products', path: '/allProducts?q=Case+Fan+120', shows: heading('All Products') },
  { name: 'no match', path: '/allProducts?q=abacus', shows: (page) => page.getByText('No part matches') },
  {
    name: 'portfolio',
    path: '/myPortfolio',
    shows: (page) => page.getByRole('heading', { name: 'Education' }),
  },
  { name: 'blog', path: '/blogs', shows: (page) => page.getByRole('article').first() },
  { name: 'not found', path: '/nowhere', shows: (page) => page.getByRole('img', { name: /^Not found/ }) },
  {
    name: 'order pad, empty',
    path: '/order',
    shows: (page) => page.getByRole('heading', { name: 'Paste your list' }),
  },
  {
    name: 'order pad with lines',
    reach: press('Try these lines'),
    shows: (page) => page.getByRole('region', { name: 'The whole order' }),
  },
  { name: 'keys of the order pad', reach: press('Keys'), shows: dialog },
  {
    name: 'login refused',
    path: '/login',
    reach: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password').fill('wrong-password');
      await press('Login')(page);
    },
    shows: (page) => page.getByRole('alert').filter({ hasText: /\w/ }),
  },
  {
    name: 'forgot password, sent',
    path: '/forgot-password',
    reach: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com');
      await press('Send the link')(page);
    },
    shows: (page) => page.getByText('If nobody@example.com has an account'),
  },
  {
    name: 'reset password, stale link',
    path: '/reset-password#token',
    reach: async (page) => {
      await page.getByLabel('New password').fill('another secret');
      await press('Set password')(page);
    },
    shows: (page) => page.getByRole('link', { name: 'Send a new link' }),
  },
  { name: 'signup with errors', path: '/signup', reach: press('SignUp'), shows: text('Name is Required') },
];

const forBuyer: State[] = [
  { name: 'no orders', path: '/dashboard', shows: text('No orders yet') },
  openMenu,
  {
    name: 'product, wrong quantity',
    path: '/allProducts',
    reach: async (page) => {
      await openFan(page);
      await page.getByLabel('Order quantity').fill('99');
    },
    shows: text('Please Enter Minimum Quantity.'),
  },
  {
    name: 'product, ordered',
    reach: async (page) => {
      await page.getByLabel('Order quantity').fill('600');
      await press('Place Order')(page);
    },
    shows: dialog,
  },
  {
    name: 'product, order in place of the form',
    reach: press('OK'),
    shows: (page) => page.getByRole('main').getByRole('link', { name: 'Go to payment' }),
  },
  { name: 'orders', path: '/dashboard', shows: (page) => page.getByRole('link', { name: 'Payment' }) },
  {
    name: 'delete an order?',
    reach: (page) => page.getByRole('button', { name: /^Delete the order/ }).click(),
    shows: dialog,
  },
  {
    name: 'order',
    path: '/dashboard',
    reach: (page) => page.getByRole('cell').getByRole('link').first().click(),
    shows: (page) => page.getByRole('heading', { name: 'History' }),
  },
  {
    name: 'payment, declined',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Payment' }).click();
      await pay(page, '4000000000000002');
    },
    shows: text('Your card was declined.'),
  },
  {
    name: 'paid',
    reach: async (page) => {
      await pay(page, '4242424242424242');
      await press('OK')(page);
    },
    shows: (page) => page.getByRole('main').getByText(/^pi_/),
  },
  {
    name: 'purchase',
    path: '/dashboard',
    reach: (page) => page.getByRole('cell').getByRole('link').first().click(),
    shows: (page) => page.getByRole('button', { name: 'Invoice (PDF)' }),
  },
  {
    name: 'reorder?',
    reach: press('Reorder'),
    shows: (page) => dialog(page).getByRole('button', { name: /^Add 1 line/ }),
  },
  {
    name: 'no lists, one to save',
    reach: async (page) => {
      await press('Add 1 line to the order')(page);
      await expect(page.getByRole('region', { name: 'The whole order' })).toBeVisible();
      await navigate(page, '/dashboard/lists');
      await press('Save the order as a list')(page);
    },
    shows: text('No lists yet'),
  },
  { name: 'lists', reach: press('Save 1 line'), shows: (page) => page.getByRole('table') },
  {
    name: 'list',
    reach: (page) => page.getByRole('table').getByRole('link').click(),
    shows: (page) => page.getByRole('button', { name: 'Rename' }),
  },
  {
    name: 'shared list',
    reach: async (page) => {
      await press('Share')(page);
      await press('Make a link')(page);
    },
    shows: (page) => page.getByRole('button', { name: 'Stop sharing' }),
  },
  {
    name: 'review that failed',
    path: '/dashboard/addReview',
    reach: async (page) => {
      await page.route('**/reviews', (route) => route.abort());
      await page.getByLabel('Review').fill('Arrived as ordered.');
      await press('Add Review')(page);
    },
    shows: text('Failed to add Review'),
  },
  {
    name: 'my profile with errors',
    path: '/dashboard/myProfile',
    reach: async (page) => {
      await page.getByLabel('Display name').fill('');
      await press('Save')(page);
      await press('Change password')(page);
    },
    shows: (page) => page.getByText('Password is Required').first(),
  },
  {
    name: 'confirm an address, wrong link',
    path: '/verify-email#token',
    shows: (page) => page.getByText('This link is not for the account you are signed in to.'),
  },
  {
    name: 'companies, address not confirmed',
    path: '/dashboard/companies',
    shows: (page) => page.getByText('Confirm your email address before you open a company'),
  },
  {
    name: 'invitation, wrong link',
    path: '/invitations#token',
    shows: (page) => page.getByText('This link is incomplete'),
  },
];

const forAdmin: State[] = [
  { name: 'customers', path: '/dashboard/customers', shows: (page) => page.getByRole('table') },
  {
    name: 'block ordering?',
    reach: async (page) => {
      await page.getByRole('link', { name: 'buyer@example.com' }).click();
      await page.getByRole('button', { name: 'Block ordering' }).click();
    },
    shows: dialog,
  },
  { name: 'make admin', path: '/dashboard/makeAdmin', shows: (page) => page.getByRole('table') },
  {
    name: 'overview',
    path: '/dashboard/overview',
    shows: (page) => page.getByRole('heading', { level: 2, name: 'To do now' }),
  },
  {
    name: 'mails not sent',
    path: '/dashboard/mails',
    shows: (page) => page.getByText('Every email has gone out'),
  },
  {
    name: 'manage all orders',
    path: '/dashboard/manageAllOrders',
    shows: (page) => page.locator('main .ids').getByRole('link').first(),
  },
  {
    name: 'paid order',
    reach: (page) => page.locator('main .ids').getByRole('link').first().click(),
    shows: (page) => page.getByRole('button', { name: /^Refund/ }),
  },
  {
    name: 'refund?',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Refund/ }).click();
      await dialog(page).getByLabel('Reason').fill('Sent twice');
    },
    shows: dialog,
  },
  {
    name: 'add product with errors',
    path: '/dashboard/addProduct',
    reach: async (page) => {
      await press('Add Product')(page);
      // The focus is at the first wrong field, and the bars that stick cover what happens to be below them.
      await page
        .getByRole('region', { name: 'What to fix' })
        .evaluate((summary) => summary.scrollIntoView({ block: 'center' }));
    },
    shows: text('Product Image is Required'),
  },
  { name: 'stock', path: '/dashboard/stock?q=NB-FAN', shows: (page) => page.getByRole('table') },
  {
    name: 'stock of a part',
    reach: (page) => page.getByRole('row').nth(1).getByRole('link').first().click(),
    shows: (page) => page.getByRole('region', { name: 'Ledger' }).getByRole('table'),
  },
  {
    name: 'labels',
    reach: (page) => page.getByRole('link', { name: 'Print labels' }).click(),
    shows: (page) => page.getByRole('list', { name: 'Labels' }),
  },
  {
    name: 'stock-take, counting',
    path: '/dashboard/stock-take?category=case-fans',
    reach: async (page) => {
      await press('Start counting')(page);
      await page
        .getByLabel(/^Counted of/)
        .first()
        .fill('1');
    },
    shows: (page) => page.getByLabel('Scan SKU or EAN'),
  },
  {
    name: 'stock-take, differences',
    reach: press('See differences'),
    shows: (page) => page.getByRole('heading', { name: 'Differences' }),
  },
  {
    name: 'manage products',
    path: '/dashboard/manageProducts?q=fan',
    shows: (page) => page.getByRole('table'),
  },
  {
    name: 'edit product',
    reach: (page) => page.getByRole('link', { name: /^Edit/ }).first().click(),
    shows: (page) => page.getByLabel('Short details'),
  },
  { name: 'reviews', path: '/dashboard/reviews', shows: (page) => page.getByRole('table') },
  {
    name: 'hide a review?',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Hide/ }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    },
    shows: text('Reason is Required'),
  },
  {
    name: 'log',
    path: '/dashboard/log',
    shows: (page) => page.getByRole('table').getByText('Order placed, stock reserved').first(),
  },
  {
    name: 'payments to answer, none',
    path: '/dashboard/disputes',
    shows: text('No bank and no refund waits for an answer.'),
  },
  {
    name: 'refunds due',
    path: '/dashboard/disputes?view=refunds',
    shows: (page) => page.getByRole('heading', { name: /^Refunds still due: 1$/ }),
  },
  {
    name: 'products that cannot be loaded',
    path: '/dashboard',
    reach: async (page) => {
      await page.route('**/products?**', (route) => route.abort());
      await page.getByRole('link', { name: 'Manage Products' }).click();
    },
    shows: text('Could not load the products'),
  },
];

test.describe('axe finds nothing', () => {
  // Without motion: axe would measure the contrast of colours in transition between two themes.
  test.use({ reducedMotion: 'reduce' });
  test.setTimeout(300_000);

  test.beforeEach(async ({ page }) => {
    // Keep messages that close by themselves on screen while axe checks the page.
    await page.addInitScript(
      (lifetimes) => {
        const setTimeout = window.setTimeout;
        const patient = (run: TimerHandler, after?: number, ...rest: unknown[]) =>
          after && lifetimes.includes(after) ? 0 : setTimeout(run, after, ...rest);
        Object.assign(window, { setTimeout: patient });
      },
      [2000, 3000, 5000],
    );
  });

  for (const theme of ['light', 'dark'] as const) {
    const details = theme === 'dark' ? { tag: '@nightly' } : {};
    test(`for a visitor, ${theme}`, details, ({ page }) => walk(page, forVisitor, theme));

    test(`for a buyer, ${theme}`, details, async ({ page, shop, buyer }) => {
      await enter(page, shop, buyer, '/');
      await walk(page, forBuyer, theme);
    });

    test(`for an admin, ${theme}`, details, async ({ page, shop, admin }) => {
      const [product] = await admin.call<[Product]>('GET /products');
      const order = await placeOrder(admin, product);
      await payOrder(shop.origin, admin, await placeOrder(admin, product));
      await payOrder(shop.origin, admin, order);
      const endTrouble = await addFault(shop, { path: '/v1/refunds', times: '1000' });
      await expect(admin.call(`POST /orders/${order._id}/refund`, { reason: 'Sent twice' })).rejects.toThrow(
        /503/,
      );
      await enter(page, shop, admin, '/');
      await walk(page, forAdmin, theme);
      await endTrouble();
      // No later test meets this refund under way.
      await shop.sql("update payments set refund_next_at = now() where state = 'refunding'");
      await expect
        .poll(async () => (await admin.call<Order>(`GET /orders/${order._id}`)).refunded, { timeout: 60_000 })
        .toBe(order.total);
    });
  }
});

function openFan(page: Page): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: 'Case Fan 120 mm PWM' });
  return card.getByRole('link', { name: 'Purchase Now' }).click();
}

async function pay(page: Page, card: string): Promise<void> {
  await typeCard(page, card);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}

test('long names and large numbers fit on the narrowest phone', { tag: '@nightly' }, async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  await page.setViewportSize(NARROWEST);
  const product = await addProduct({
    name: `${'MTC40F2046S1RC64'.repeat(8)}-${newNumber()}`,
    shortDetails: `https://parts.example.com/${'sheets/'.repeat(20)}`,
    minOrder: 50_000,
    available: 1_000_000_000,
    price: 19.99,
  });
  const order = await placeOrder(buyer, product, 50_000);
  await enter(page, shop, buyer, '/');
  const orderPages = ['', `/orders/${order._id}`, `/payment/${order._id}`].map((path) => `/dashboard${path}`);
  for (const path of ['/', '/allProducts?sort=newest', `/products/${product._id}`, ...orderPages]) {
    await page.goto(path);
    await expect(page.getByText(product.name).first()).toBeVisible();
    await expectToFit(page, path);
  }
});

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  const calm = reducedMotion === 'reduce';
  test(
    calm ? 'nothing moves for people who ask for less motion' : 'film and changes of page move otherwise',
    calm ? {} : { tag: '@nightly' },
    async ({ page, shop, buyer }) => {
      await page.emulateMedia({ reducedMotion });
      await page.addInitScript(() => {
        const animations: string[] = [];
        Object.assign(window, { transitions: animations });
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (change) => {
          const transition = start(change);
          transition.ready.then(() => {
            for (const { effect } of document.getAnimations()) {
              const { pseudoElement } = effect as KeyframeEffect;
              if (pseudoElement?.startsWith('::view-transition')) animations.push(pseudoElement);
            }
          });
          return transition;
        };
      });
      await enter(page, shop, buyer, '/');

      const film = page.locator('video');
      await film.scrollIntoViewIfNeeded();
      await expect(film).toHaveJSProperty('paused', calm);
      await expect(page.getByRole('button', { name: calm ? 'Play' : 'Pause' })).toBeVisible();
      if (calm) {
        expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
        // With reduced motion a jump has no animation, and the carousel does not advance.
        await page.getByRole('button', { name: '3', exact: true }).click();
        const place = () =>
          page.locator('.banner-track').evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth);
        expect(await place()).toBe(2);
        await page.clock.install();
        await page.clock.fastForward(60_000);
        expect(await place()).toBe(2);
      }
      await page.goto('/allProducts');
      await openFan(page);
      await expect(page.getByLabel('Order quantity')).toBeVisible();
      const moved = () =>
        page.evaluate(() => (window as unknown as { transitions: string[] }).transitions.length);
      if (calm) expect(await moved()).toBe(0);
      else await expect.poll(moved).toBeGreaterThan(0);
    },
  );
}
