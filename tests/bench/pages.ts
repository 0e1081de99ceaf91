import type { Browser, BrowserContext, Page } from '@playwright/test';
import { launchBrowser } from '../../launch/browser.ts';
import { inTurns, type Measured } from './in-turns.ts';
import type { Row } from './report.ts';
import type { Sides } from './sides.ts';

const PATHS = ['/', '/allProducts'];
const CLICKS = [
  { from: '/', link: 'All Products', to: '/allProducts', heading: 'All Products' },
  { from: '/allProducts', link: 'Login', to: '/login', heading: 'Login' },
];
/** A nearly empty page of the shop, from which the browser opens the measured page. */
const RESTING = '/config';
/** Milliseconds of hovering before a click: React Router prefetches after a tenth of a second. */
const RESTED = 300;
const SIZE = { width: 1280, height: 800 };

/**
 * Measures pages in the installed Chromium, over loopback: ms to the largest paint, the bytes of a page, and ms from a click on a
 * link to the paint of the next page.
 */
export async function measurePages(
  { shop, before }: Sides,
  rounds: number,
  say: (line: string) => void,
): Promise<Row[]> {
  const browser = await launchBrowser();
  const inBoth = (what: string, ask: (origin: string) => Promise<Measured>) => {
    say(what);
    const sides = {
      shop: () => ask(shop.shop.origin),
      ...(before && { before: () => ask(before.shop.origin) }),
    };
    return inTurns(what, sides, rounds);
  };
  try {
    const rows: Row[] = [];
    for (const path of PATHS)
      rows.push(...(await inBoth(`page ${path}`, (origin) => load(browser, origin, path))));
    for (const click of CLICKS)
      rows.push(
        ...(await inBoth(`click from ${click.from} to ${click.to}`, (origin) =>
          timeClick(browser, origin, click),
        )),
      );
    return rows;
  } finally {
    await browser.close();
  }
}

/**
 * Loads a page with an empty cache in a new process, then with a warm cache, and with a cleared cache. A page's opener policy puts it
 * into a new process unless the page before has the same policy, as one page of the shop after another.
 */
async function load(browser: Browser, origin: string, path: string): Promise<Measured> {
  return inContext(browser, async (context) => {
    const page = await watchedPage(context);
    const first = await paintsOf(page, origin + path);
    const weight = await weigh(page);
    await page.goto(origin + RESTING);
    const warm = await paintsOf(page, origin + path);
    await page.goto(origin + RESTING);
    await emptyCache(page);
    const cold = await paintsOf(page, origin + path);
    return {
      'largest paint, new process, ms': first.largestPaint,
      'largest paint, empty cache, ms': cold.largestPaint,
      'largest paint, warm cache, ms': warm.largestPaint,
      'layout shift, thousandths': first.layoutShift * 1000,
      ...weight,
    };
  });
}

async function emptyCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // Clears the disk cache, and the memory cache of the page's process, which disabling the cache drops.
  await session.send('Network.clearBrowserCache');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await session.detach();
}

/** Returns the number of requests and elements of a page that has been loaded, and its compressed bytes. */
function weigh(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const entries = [
      ...(performance.getEntriesByType('navigation') as PerformanceResourceTiming[]),
      ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
    ];
    const isScript = ({ name }: { name: string }) => new URL(name).pathname.endsWith('.js');
    const kilobytes = (some: PerformanceResourceTiming[]) =>
      some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1000, 0);
    return {
      requests: entries.length,
      'scripts, kB': kilobytes(entries.filter(isScript)),
      'all else, kB': kilobytes(entries.filter((entry) => !isScript(entry))),
      elements: document.querySelectorAll('*').length,
    };
  });
}

interface SeenPaints {
  largestPaint: number;
  layoutShift: number;
}

declare global {
  interface Window {
    paints: SeenPaints;
  }
}

/** Opens a page that records its paints. */
async function watchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.paints = { largestPaint: 0, layoutShift: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.paints.largestPaint = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.paints.layoutShift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}

/** Opens a page and returns its paints once it has come to rest. */
async function paintsOf(page: Page, url: string): Promise<SeenPaints> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => window.paints.largestPaint > 0);
  return page.evaluate(() => window.paints);
}

/** Returns ms from the click on a link, after hovering over it, to the first frame of its page. */
async function timeClick(
  browser: Browser,
  origin: string,
  click: (typeof CLICKS)[number],
): Promise<Measured> {
  return inContext(browser, async (context) => {
    const page = await context.newPage();
    await page.goto(origin + click.from, { waitUntil: 'networkidle' });
    const link = page.getByRole('navigation').getByRole('link', { name: click.link, exact: true }).first();
    await link.hover();
    await page.waitForTimeout(RESTED);
    const painted = page.evaluate(
      ({ heading }) =>
        new Promise<number>((resolve) => {
          let clicked = 0;
          addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true });
          const observer = new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent !== heading) return;
            observer.disconnect();
            // The first frame after the content is in the document.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
          });
          observer.observe(document, { childList: true, subtree: true, characterData: true });
        }),
      click,
    );
    await link.click();
    return { ms: await painted };
  });
}

async function inContext<T>(browser: Browser, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
