import type { Page, Request } from '@playwright/test';

/** Returns whether no request has been open for half a second, but the one that waits for news of the cart. */
export function followRequests(page: Page): () => boolean {
  const open = new Set<Request>();
  let last = Date.now();
  const end = (request: Request) => {
    if (open.delete(request)) last = Date.now();
  };
  page.on('request', (request) => {
    if (!/\/lists\/.*[?]after=/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => open.size === 0 && Date.now() - last > 500;
}
