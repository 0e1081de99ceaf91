import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { median } from './in-turns.ts';

/** A page in the browser: medians over several loads, of each kind in turns. Times in milliseconds. */
export interface PageTimes {
  path: string;
  /** Largest paint, with nothing in the browser's cache, and with all of it. */
  largestPaintCold: number;
  largestPaintWarm: number;
  /** Sum of layout shifts of a cold load. */
  layoutShift: number;
  requests: number;
  /** Bytes of JavaScript and of all else, as sent. */
  scriptBytes: number;
  otherBytes: number;
  nodes: number;
}

/** From the click on a link, on which the pointer rested for a moment, to the paint of the page behind it. */
export interface ClickTime {
  from: string;
  to: string;
  painted: number;
}

export interface PageResults {
  pages: PageTimes[];
  clicks: ClickTime[];
}

const PATHS = ['/', '/allProducts', '/blogs', '/login'];
const CLICKS = [
  { from: '/', link: 'All Products', to: '/allProducts', heading: 'All Products' },
  { from: '/allProducts', link: 'Login', to: '/login', heading: 'Login' },
];
const SIZE = { width: 1280, height: 800 };

/** Measures pages of a running shop in the installed Chromium, over loopback. */
export async function measurePages(
  origin: string,
  rounds: number,
  say: (line: string) => void,
): Promise<PageResults> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    const loads = new Map<string, Load[]>(PATHS.map((path) => [path, []]));
    const clicks = new Map<string, number[]>(CLICKS.map(({ to }) => [to, []]));
    for (let round = 1; round <= rounds; round += 1) {
      for (const path of PATHS) loads.get(path)!.push(await load(browser, origin, path));
      for (const click of CLICKS) clicks.get(click.to)!.push(await timeClick(browser, origin, click));
      say(`pages: round ${round} of ${rounds}`);
    }
    return {
      pages: PATHS.map((path) => summarize(path, loads.get(path)!)),
      clicks: CLICKS.map(({ from, to }) => ({ from, to, painted: median(clicks.get(to)!) })),
    };
  } finally {
    await browser.close();
  }
}

type Load = Omit<PageTimes, 'path'>;

/** Loads a page in a browser that knows nothing, and once more in one that has it. */
async function load(browser: Browser, origin: string, path: string): Promise<Load> {
  return inContext(browser, async (context) => {
    const page = await context.newPage();
    await watchPaints(page);
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const cold = await readPaints(page);
    const sent = await page.evaluate(() => {
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
    await page.goto('about:blank');
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const warm = await readPaints(page);
    return {
      largestPaintCold: cold.largestPaint,
      largestPaintWarm: warm.largestPaint,
      layoutShift: cold.layoutShift,
      ...sent,
    };
  });
}

interface Paints {
  largestPaint: number;
  layoutShift: number;
}

async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints: Paints = { largestPaint: 0, layoutShift: 0 };
    Object.assign(window, { paints });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) paints.largestPaint = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        paints.layoutShift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function readPaints(page: Page): Promise<Paints> {
  return page.evaluate(() => (window as unknown as { paints: Paints }).paints);
}

async function timeClick(browser: Browser, origin: string, click: (typeof CLICKS)[number]): Promise<number> {
  return inContext(browser, async (context) => {
    const page = await context.newPage();
    await page.goto(origin + click.from, { waitUntil: 'networkidle' });
    const link = page.getByRole('navigation').getByRole('link', { name: click.link, exact: true }).first();
    await link.hover();
    await page.waitForLoadState('networkidle');
    const painted = page.evaluate(
      ({ heading }) =>
        new Promise<number>((resolve) => {
          let clicked = 0;
          addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true });
          const observer = new MutationObserver(() => {
            if (document.querySelector('h1')?.textContent !== heading) return;
            observer.disconnect();
            // The first frame after it is in the document, once it has been drawn.
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

async function inContext<T>(browser: Browser, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

function summarize(path: string, loads: Load[]): PageTimes {
  const of = (name: keyof Load) => median(loads.map((load) => load[name]));
  return {
    path,
    largestPaintCold: of('largestPaintCold'),
    largestPaintWarm: of('largestPaintWarm'),
    layoutShift: of('layoutShift'),
    requests: of('requests'),
    scriptBytes: of('scriptBytes'),
    otherBytes: of('otherBytes'),
    nodes: of('nodes'),
  };
}
