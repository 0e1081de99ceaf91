import { expect, type Page } from '@playwright/test';

/**
 * Makes `page.route` return only when the open page's next request goes by it. By itself it returns when the browser has been told: the
 * page learns it a moment later, and a key pressed at once overtakes that, so that what it asks for passed by the route.
 */
export function awaitRoutes(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    const routed = await route(...args);
    // The page that is opened next goes by it from its first request.
    if (!page.url().startsWith('http')) return routed;
    const address = new URL('/goes-by-the-route', page.url()).href;
    let isSeen = false;
    await route(address, (request) => {
      isSeen = true;
      return request.fulfill({ status: 204 });
    });
    await expect(async () => {
      await page.evaluate((address) => fetch(address), address);
      expect(isSeen).toBe(true);
    }).toPass();
    await page.unroute(address);
    return routed;
  };
}
