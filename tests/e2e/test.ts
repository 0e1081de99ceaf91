import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test';
import type { Product, StockedProduct } from '#contract/products/schema.ts';
import type { Order } from '#contract/purchases/orders.ts';
import { type Caller, openAccount, placeOrder } from './arrange.ts';
import { awaitRoutes } from './routes.ts';
import { type Shop, startShop } from './shop.ts';

interface Fixtures {
  /** Whether navigation waits until React has hydrated the page. */
  takenOver: boolean;
  /** Errors that pages wrote to the console. The test fails when there are any at its end. */
  complaints: string[];
  /** Complaints that a test brings about itself, which do not fail it. */
  expectedComplaints: RegExp | undefined;
  /** A customer for this test only, not yet signed in in the browser (see `enter`). */
  buyer: Caller;
  /** Adds a product to the catalogue for this test, and removes it when the test is over. */
  addProduct: (details?: Partial<StockedProduct>) => Promise<Product>;
  /** Adds a product and opens its page, signed in as the buyer. */
  openProduct: (details?: Partial<Product>) => Promise<Product>;
  /** Places an order as the buyer for a product that no other test orders. */
  newOrder: (details?: Partial<Product>) => Promise<Order>;
}

interface WorkerFixtures {
  /** One shop for all tests; each test makes its own account. */
  shop: Shop;
  /** The demo admin. */
  admin: Caller;
}

/** A page of the shop's origin without its scripts. */
const WITHOUT_SCRIPTS = '/healthz';

/** Playwright's test with a running shop, and pages that may not complain on the console. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  admin: [
    async ({ shop }, use) => {
      await use(await openAccount(shop.origin, { email: 'admin@example.com', password: 'northbridge' }));
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ shop }, use) => use(shop.origin),

  takenOver: [true, { option: true }],

  page: async ({ page, takenOver, javaScriptEnabled }, use) => {
    awaitRoutes(page);
    if (takenOver && javaScriptEnabled !== false) {
      const goto = page.goto.bind(page);
      page.goto = async (...args) => {
        const answer = await goto(...args);
        if (args[0] !== WITHOUT_SCRIPTS) await page.waitForFunction(() => !window.takeEarlyEvents);
        return answer;
      };
    }
    await use(page);
  },

  buyer: async ({ shop }, use) => use(await openAccount(shop.origin, newPerson())),

  addProduct: async ({ admin }, use) => {
    const ids: string[] = [];
    await use(async (details = {}) => {
      const { insertedId } = await admin.call<{ insertedId: string }>('POST /products', {
        name: `Riser Card ${newNumber()}`,
        image: '/images/fan-120-pwm.webp',
        shortDetails: 'A riser of 150 mm.',
        minOrder: 100,
        available: 5000,
        price: 1.15,
        ...details,
      });
      ids.push(insertedId);
      return admin.call<Product>(`GET /products/${insertedId}`);
    });
    for (const id of ids) await admin.call(`DELETE /products/${id}`);
  },

  openProduct: async ({ page, shop, buyer, addProduct }, use) => {
    await use(async (details) => {
      const product = await addProduct(details);
      await enter(page, shop, buyer, `/products/${product._id}`);
      return product;
    });
  },

  newOrder: async ({ buyer, addProduct }, use) => {
    await use(async (details) => placeOrder(buyer, await addProduct(details)));
  },

  expectedComplaints: [undefined, { option: true }],

  complaints: async ({ expectedComplaints }, use) => {
    const complaints: string[] = [];
    await use(complaints);
    // Looked through when all pages are closed: the last ones arrive after the end of the test.
    const others = complaints.filter((text) => !expectedComplaints?.test(text));
    expect(others, 'the pages complained on the console').toEqual([]);
  },

  context: async ({ context, complaints }, use) => {
    context.on('page', (page) => {
      page.on('pageerror', (error) => {
        // React Router skips the animation of a navigation that the next one overtakes, and nobody catches its promise.
        if (!/^AbortError: Transition was skipped/.test(String(error))) complaints.push(String(error));
      });
      page.on('console', (message) => {
        // The browser logs each refused request; that is no error of the page.
        const isNote = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isNote) complaints.push(message.text());
      });
    });
    await use(context);
  },
});

export { expect };

let numbers = 0;

/** Returns a number that no other test of this run has. */
export function newNumber(): string {
  numbers += 1;
  return `${Date.now()}-${numbers}`;
}

/** The address of the grid with one product, which it may not show at first among all. */
export const gridOf = ({ name }: Pick<Product, 'name'>) => `/allProducts?q=${encodeURIComponent(name)}`;

/** Returns a person who is not registered yet. */
export function newPerson(): { name: string; email: string; password: string } {
  return { name: 'Robin Field', email: `robin-${newNumber()}@parts.example.com`, password: 'bolt-7' };
}

/** Registers a person by the form and leaves the browser signed in. */
export async function signUp(page: Page, person = newPerson()): Promise<ReturnType<typeof newPerson>> {
  await page.goto('/signup');
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(page.getByRole('button', { name: 'SignOut' })).toBeVisible();
  return person;
}

/** Signs in by the form. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'SignOut' })).toBeVisible();
}

/** Signs the browser in without the forms, to act for a company where one is given, and opens a page. */
export async function enter(
  page: Page,
  shop: Shop,
  person: Caller,
  path: string,
  buyerId?: string,
): Promise<void> {
  const headers = { origin: shop.origin };
  const { email, password, name } = person;
  const entered = await page.request.post('/api/auth/sign-in/email', { headers, data: { email, password } });
  expect(entered.status()).toBe(200);
  const exchange = await page.request.put(`/user/${email}`, { headers, data: { email, buyerId } });
  const { token, ...actor } = await exchange.json();
  await page.goto(WITHOUT_SCRIPTS);
  await page.evaluate(
    ([token, session]) => {
      localStorage.setItem('accessToken', token);
      localStorage.setItem('session', session);
    },
    [token, JSON.stringify({ name, email, ...actor })] as const,
  );
  await page.goto(path);
}

/** Types a card into the provider's field. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date (MM / YY)').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
}

/** The accessToken in the browser's local storage. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'));
}

/** How many columns a list of elements is laid out in. */
export async function columnsOf(cells: Locator): Promise<number> {
  const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()));
  return new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size;
}

/** Runs an action that must have no effect: no request, no other page, no dialog, no message. */
export async function expectNothingFrom(page: Page, action: () => Promise<void>): Promise<void> {
  const requests: string[] = [];
  const note = (request: Request) => {
    // Pictures load lazily.
    if (request.resourceType() !== 'image') requests.push(request.url());
  };
  const look = async () => ({ url: page.url(), text: await page.locator('main').textContent() });
  const before = await look();
  page.on('request', note);
  await action();
  // After two frames every synchronous effect of a handler is visible.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await look()).toEqual(before);
  expect(requests).toEqual([]);
  page.off('request', note);
}

/**
 * Stops the page's clock, runs an action that shows `message`, and checks how long it stays: it must be visible just
 * before `milliseconds` have passed on that clock, and hidden just after.
 */
export async function expectToStayFor(
  page: Page,
  message: Locator,
  milliseconds: number,
  action: () => Promise<void>,
): Promise<void> {
  const STEP = 20;
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 5000));
  await action();
  // Requests need timers as well; the message's timer starts at most one step before it is seen.
  await expect(async () => {
    await page.clock.runFor(STEP);
    expect(await message.isVisible()).toBe(true);
  }).toPass({ intervals: [STEP] });
  await page.clock.runFor(milliseconds - 2 * STEP);
  await expect(message).toBeVisible();
  await page.clock.runFor(20 * STEP);
  await expect(message).toBeHidden();
  await page.clock.resume();
}
