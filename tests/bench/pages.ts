import type { Browser, BrowserContext, Page } from '@playwright/test';
import { launchBrowser } from '../../launch/browser.ts';
import { BARE_PATHS, RESTING, serveBarePages } from './bare-pages.ts';
import { median } from './in-turns.ts';

/** Paint times of a page in milliseconds: medians of several loads of each kind, in turns. */
export interface Paints {
  /** Largest paint in a new browser process with an empty cache. */
  first: number;
  /** In a running process with an empty cache, and with a warm one. */
  cold: number;
  warm: number;
  /** Sum of layout shifts of the first load. */
  layoutShift: number;
}

/** The size of a page. */
export interface Weight {
  requests: number;
  /** Compressed bytes of JavaScript, and of everything else. */
  scriptBytes: number;
  otherBytes: number;
  nodes: number;
}

/** From the click on a link, after hovering over it, to the paint of its page. */
export interface ClickTime {
  from: string;
  to: string;
  painted: number;
  /** The time to replace the content by `innerHTML` only. */
  swapped: number;
}

export interface PageResults {
  pages: (Paints & Weight & { path: string })[];
  /** Bare pages with a heading and the same picture. */
  bare: (Paints & { path: string })[];
  clicks: ClickTime[];
}

const PATHS = ['/', '/allProducts'];
const CLICKS = [
  { from: '/', link: 'All Products', to: '/allProducts', heading: 'All Products' },
  { from: '/allProducts', link: 'Login', to: '/login', heading: 'Login' },
];
/** Milliseconds of hovering before a click: React Router prefetches after a tenth of a second. */
const RESTED = 300;
const SIZE = { width: 1280, height: 800 };

/** Measures pages of a running shop in the installed Chromium, over loopback. */
export async function measurePages(
  origin: string,
  rounds: number,
  say: (line: string) => void,
): Promise<PageResults> {
  const browser = await launchBrowser();
  const bareShop = await serveBarePages(origin);
  try {
    const loads = PATHS.map((path) => ({ path, origin, times: [] as Paints[] }));
    const bareLoads = BARE_PATHS.map((path) => ({ path, origin: bareShop.origin, times: [] as Paints[] }));
    const clicks = CLICKS.map((click) => ({ click, painted: [] as number[], swapped: [] as number[] }));
    for (let round = 1; round <= rounds; round += 1) {
      // The browser's own times vary less: every fourth round is enough.
      const alsoBare = round % 4 === 1;
      for (const { path, origin, times } of alsoBare ? [...loads, ...bareLoads] : loads)
        times.push(await load(browser, origin, path));
      for (const { click, painted, swapped } of clicks) {
        painted.push(await timeClick(browser, origin, click, false));
        if (alsoBare) swapped.push(await timeClick(browser, origin, click, true));
      }
      say(`pages: round ${round} of ${rounds}`);
    }
    const pages: PageResults['pages'] = [];
    for (const { path, times } of loads)
      pages.push({ path, ...summarize(times), ...(await weigh(browser, origin + path)) });
    return {
      pages,
      bare: bareLoads.map(({ path, times }) => ({ path, ...summarize(times) })),
      clicks: clicks.map(({ click: { from, to }, painted, swapped }) => ({
        ...{ from, to, painted: median(painted), swapped: median(swapped) },
      })),
    };
  } finally {
    await bareShop.stop();
    await browser.close();
  }
}

/**
 * Loads a page with an empty cache in a new process, with a warm cache, and with a cleared cache. A page's
 * opener policy puts it into a new process unless the page before has the same policy, as one page of the shop after another.
 */
async function load(browser: Browser, origin: string, path: string): Promise<Paints> {
  return inContext(browser, async (context) => {
    const page = await watchedPage(context);
    const first = await paintsOf(page, origin + path);
    await page.goto(origin + RESTING);
    const warm = await paintsOf(page, origin + path);
    await page.goto(origin + RESTING);
    await emptyCache(page);
    const cold = await paintsOf(page, origin + path);
    return {
      first: first.largestPaint,
      cold: cold.largestPaint,
      warm: warm.largestPaint,
      layoutShift: first.layoutShift,
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

/** Measures the size of a page. */
async function weigh(browser: Browser, url: string): Promise<Weight> {
  return inContext(browser, async (context) => {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    return page.evaluate(() => {
      const entries = [
        ...(performance.getEntriesByType('navigation') as PerformanceResourceTiming[]),
        ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
      ];
      const isScript = ({ name }: { name: string }) => new URL(name).pathname.endsWith('.js');
      const bytes = (some: PerformanceResourceTiming[]) =>
        some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      return {
        requests: entries.length,
        scriptBytes: bytes(entries.filter(isScript)),
        otherBytes: bytes(entries.filter((entry) => !isScript(entry))),
        nodes: document.querySelectorAll('*').length,
      };
    });
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

/** Opens a page and returns its paints after hydration (if there is React) and the last frame. */
async function paintsOf(page: Page, url: string): Promise<SeenPaints> {
  await page.goto(url);
  await untilTakenOver(page);
  await page.waitForFunction(() => window.paints.largestPaint > 0);
  await page.waitForTimeout(100);
  return page.evaluate(() => window.paints);
}

const untilTakenOver = (page: Page) => page.waitForFunction(() => !window.takeEarlyEvents);

async function timeClick(
  browser: Browser,
  origin: string,
  click: (typeof CLICKS)[number],
  swap: boolean,
): Promise<number> {
  return inContext(browser, async (context) => {
    const page = await context.newPage();
    await page.goto(origin + click.from);
    await untilTakenOver(page);
    const link = page.getByRole('navigation').getByRole('link', { name: click.link, exact: true }).first();
    await link.hover();
    await page.waitForTimeout(RESTED);
    if (swap) await answerClickBySwap(page, click.to);
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
    return painted;
  });
}

/** Replaces the handler of the next click: it only inserts another page's content. */
async function answerClickBySwap(page: Page, to: string): Promise<void> {
  await page.evaluate(async (to) => {
    const html = await (await fetch(to, { headers: { accept: 'text/html' } })).text();
    const next = new DOMParser().parseFromString(html, 'text/html').querySelector('main')!.innerHTML;
    const swap = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      document.querySelector('main')!.innerHTML = next;
    };
    document.addEventListener('click', swap, { capture: true, once: true });
  }, to);
}

async function inContext<T>(browser: Browser, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

function summarize(times: Paints[]): Paints {
  const of = (name: keyof Paints) => median(times.map((time) => time[name]));
  return { first: of('first'), cold: of('cold'), warm: of('warm'), layoutShift: of('layoutShift') };
}
