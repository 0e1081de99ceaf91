import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../../launch/chromium.ts';
import { createTestClient } from '../../test-client.ts';

/** A busy machine loads a page in the time that it takes. */
const PATIENCE_MS = 120_000;
const ADDRESS = '1 Dock Road, Harbour City';

/** A page that somebody has opened before an update, with an order form that is filled in halfway. */
export interface OldPage {
  /** Goes on with it after the update. Throws when a click opens nothing, or what was typed is gone. */
  continueAt(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a part's page as a buyer, and types an address. Undefined where there is no browser. */
export async function openOldPage(
  origin: string,
  productId: string,
  say: (line: string) => void,
): Promise<OldPage | undefined> {
  const executablePath = await findChromium();
  if (!executablePath) {
    say('Without a browser, no open page is tried.');
    return undefined;
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await openAsBuyer(browser, origin, productId);
  const address = page.getByLabel('Shipping address');
  await address.fill(ADDRESS);
  return {
    async continueAt() {
      const missing: string[] = [];
      page.on('response', (answer) => {
        const { pathname } = new URL(answer.url());
        // The part's picture is gone, too: it has none.
        if (answer.status() === 404 && pathname.startsWith('/assets/')) missing.push(pathname);
      });
      // What was typed is there, and one can go on typing.
      await address.fill(`${ADDRESS}, Gate 4`);
      await page.evaluate(() => Object.assign(window, { isOldPage: true }));
      await page.getByRole('contentinfo').getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'My Orders' }).waitFor();
      const isReloaded = (await page.evaluate('window.isOldPage')) === undefined;
      await page.goBack();
      await address.waitFor();
      const kept = await address.inputValue();
      if (kept !== `${ADDRESS}, Gate 4`) throw new Error(`what was typed on the old page is now "${kept}"`);
      say(
        `an open page of the version before: ${missing.length} of its scripts are gone, ` +
          `the next click ${isReloaded ? 'loaded the page from the new version' : 'needed none of them'}, and what was typed is there`,
      );
      if (missing.length > 0 && !isReloaded)
        throw new Error(`the page went on without ${missing.join(', ')}`);
    },
    close: () => browser.close(),
  };
}

async function openAsBuyer(browser: Browser, origin: string, productId: string): Promise<Page> {
  const { email, password } = await createTestClient(origin).signUp();
  const page = await browser.newPage({ baseURL: origin });
  page.setDefaultTimeout(PATIENCE_MS);
  page.setDefaultNavigationTimeout(PATIENCE_MS);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'SignOut' }).waitFor();
  await page.goto(`/products/${productId}`);
  return page;
}
