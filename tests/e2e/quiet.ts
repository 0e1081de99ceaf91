import { expect, type Page, type Request } from '@playwright/test';

/**
 * Follows a page's requests from now on. Returns a function that waits until the page has had time for what it does when it is idle,
 * and none of them is open, but for that of a signed-in person's cart, which is always open: it waits for news.
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/lists/')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await page.waitForFunction(() => !window.takeEarlyEvents);
    await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));
    await expect.poll(() => open.size).toBe(0);
  };
}
