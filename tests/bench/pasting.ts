import type { Page } from '@playwright/test';
import type { Product } from '#contract/products.ts';
import { launchBrowser } from '../../launch/browser.ts';

const SIZE = { width: 1366, height: 900 };
const LINES = 500;
/** The most products that are read at once. */
const PAGE = 100;

/**
 * Pastes 500 lines with part numbers into an empty order pad in Chromium, each time as somebody who has not been there before.
 * Returns milliseconds from each paste to the paint of its prices, sorted.
 */
export async function timePastes(origin: string, pastes: number): Promise<number[]> {
  const skus = await readSkus(origin);
  const browser = await launchBrowser();
  try {
    const times: number[] = [];
    for (let n = 0; n < pastes; n += 1) {
      const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${origin}/order`);
      await page.getByRole('grid').waitFor();
      // A buyer pastes into a page that has come to rest.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      const lines = Array.from({ length: LINES }, (_, line) => `${100 + line}\t${skus[line % skus.length]}`);
      times.push(await pasteUntilPainted(page, lines.join('\n')));
      await context.close();
    }
    return times.sort((a, b) => a - b);
  } finally {
    await browser.close();
  }
}

/** Returns the milliseconds until the first frame in which nothing waits for a price. */
function pasteUntilPainted(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (pasted) =>
      new Promise<number>((resolve) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const begun = performance.now();
        const observer = new MutationObserver(() => {
          if (!document.querySelector('.pad-foot[aria-busy="false"]')) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      }),
    text,
  );
}

async function readSkus(origin: string): Promise<string[]> {
  const products: Product[] = [];
  while (products.length < LINES) {
    const after = products.length === 0 ? '' : `&after=${products.at(-1)!._id}`;
    const answer = await fetch(`${origin}/products?limit=${PAGE}${after}`);
    const page = (await answer.json()) as Product[];
    products.push(...page);
    if (page.length < PAGE) break;
  }
  return products.map(({ sku }) => sku);
}
