import { join } from 'node:path';
import { launchBrowser } from '../../../launch/browser.ts';
import { runProgram } from '../../../launch/child.ts';
import { hashOf, readStamp, writeStamp } from '../../../launch/stamp.mjs';
import { findFreePort } from '../../../server/ports.ts';
import { median } from '../in-turns.ts';

/** Lighthouse's scores of a page: medians of its runs. */
export interface LighthouseRow {
  path: string;
  /** Of 100: performance, accessibility, best practices, SEO. */
  scores: number[];
  /** First and largest paint and blocking time in milliseconds, as modelled for a slow phone. */
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  layoutShift: number;
}

/** The used part of Lighthouse's result. The package with its types may not be installed yet. */
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** The public pages; the product's page is added, because its id is not known here. */
const PATHS = ['/', '/allProducts', '/myPortfolio', '/blogs', '/login', '/signup', '/forgot-password'];

/**
 * Runs Lighthouse with its default mobile settings on every public page of a running shop.
 *
 * Lighthouse has a separate package.json in this folder, and is installed at the first use: it has 114 packages and
 * 176 MB, which are not needed to start, change or test the shop.
 */
export async function measureLighthouse(
  origin: string,
  rounds: number,
  say: (line: string) => void,
): Promise<LighthouseRow[]> {
  await install(say);
  const port = await findFreePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const [product] = (await (await fetch(`${origin}/products?limit=1`)).json()) as { _id: string }[];
    const rows: LighthouseRow[] = [];
    for (const path of [...PATHS, `/products/${product!._id}`]) {
      say(`Lighthouse on ${path}`);
      const reports: Report[] = [];
      while (reports.length < rounds) reports.push(await judge(origin + path, port));
      rows.push(summarize(path.replace(product!._id, '{id}'), reports));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** Lighthouse sometimes loses its trace of a load and must run again. */
const TRIES = 3;

async function judge(url: string, port: number, tries = TRIES): Promise<Report> {
  // A variable, so that the compiler does not resolve the import.
  const name = 'lighthouse';
  const { default: lighthouse } = await import(name);
  const { lhr } = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES });
  if (!lhr.runtimeError) return lhr;
  if (tries > 1) return judge(url, port, tries - 1);
  throw new Error(`Lighthouse on ${url}: ${lhr.runtimeError.message}`);
}

function summarize(path: string, reports: Report[]): LighthouseRow {
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]!.numericValue!));
  return {
    path,
    scores: CATEGORIES.map((name) => 100 * median(reports.map((report) => report.categories[name]!.score!))),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
  };
}

/** Installs this folder's packages where needed. */
async function install(say: (line: string) => void): Promise<void> {
  const folder = import.meta.dirname;
  const stampFile = join(folder, 'node_modules', 'stamp');
  const stamp = hashOf(folder, ['package.json', 'package-lock.json']);
  if (readStamp(stampFile) === stamp) return;
  say('installing Lighthouse');
  const { code, output } = await runProgram('npm', ['ci', '--prefix', folder], { output: 'keep' });
  if (code !== 0) throw new Error(`Lighthouse could not be installed:\n${output}`);
  writeStamp(stampFile, stamp);
}
