import { test as base, expect, type Page } from '@playwright/test';
import { type Shop, startShop } from './shop.ts';

interface Fixtures {
  /** What pages wrote to the console as errors. The test fails when it is not empty at its end. */
  complaints: string[];
}

interface WorkerFixtures {
  /** One shop for all tests; each test makes its own account. */
  shop: Shop;
}

/** Playwright's test with a running shop, and pages that may not complain on the console. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const shop = await startShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.origin),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints, 'the pages complained on the console').toEqual([]);
  },

  context: async ({ context, complaints }, use) => {
    context.on('page', (page) => {
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        // The browser notes each refused request by itself; that is no fault of the page's.
        const isNote = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isNote) complaints.push(message.text());
      });
    });
    await use(context);
  },
});

export { expect };

let people = 0;

/** A person nobody has registered yet. */
export function newPerson(): { name: string; email: string; password: string } {
  people += 1;
  return {
    name: 'Robin Field',
    email: `robin-${Date.now()}-${people}@parts.example.com`,
    password: 'secret',
  };
}

/** Registers someone by the form and leaves the browser signed in. */
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

/** Types a card into the provider's field. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date (MM / YY)').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
}
