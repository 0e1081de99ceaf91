import type { Page } from '@playwright/test';
import { launchBrowser } from '../../launch/browser.ts';

const CATEGORIES = ['memory', 'solid-state-drives', 'power-supplies'];
/** Facets stand beside the grid. */
const SIZE = { width: 1366, height: 900 };

/** Clicks choices of facets in Chromium. Returns milliseconds from each click to the paint of the new grid, sorted. */
export async function timeFacetClicks(origin: string, clicks: number): Promise<number[]> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const times: number[] = [];
    for (let n = 0; n < clicks; n += 1) {
      // With a price of its own, so that the server remembers nothing.
      const query = `category=${CATEGORIES[n % CATEGORIES.length]}&price=0..${50_000 + n}`;
      await page.goto(`${origin}/allProducts?${query}`);
      await page.waitForFunction(() => !window.takeEarlyEvents);
      // A buyer clicks in a page that has come to rest.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      const choices = page.locator('.facet-choices input:visible');
      const choice = choices.nth(n % Math.max(1, await choices.count()));
      await choice.scrollIntoViewIfNeeded();
      const painted = untilPainted(page);
      await choice.click();
      times.push(await painted);
    }
    return times.sort((a, b) => a - b);
  } finally {
    await browser.close();
  }
}

/** Returns the milliseconds from the next click to the first frame after the grid has the new products. */
function untilPainted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let clicked = 0;
        let wasBusy = false;
        addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          const isBusy = document.querySelector('.grid-body > [aria-busy]') !== null;
          wasBusy ||= isBusy;
          if (!wasBusy || isBusy) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
        });
        observer.observe(document.body, {
          ...{ childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] },
        });
      }),
  );
}
