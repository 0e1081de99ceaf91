import { join } from 'node:path';
import { launchBrowser } from '../../../launch/browser.ts';
import { runProgram } from '../../../launch/child.ts';
import { hashOf, readStamp, writeStamp } from '../../../launch/stamp.mjs';
import { findFreePort } from '../../../server/ports.ts';
import { median } from '../in-turns.ts';

/** A page as Lighthouse judges it: medians of its runs. */
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

/** Of Lighthouse's result, what is read here. Its own types come with the package, which may not be installed yet. */
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** The product's page is added: a visitor is sent on to sign in from there. */
const PATHS = ['/', '/allProducts', '/myPortfolio', '/blogs', '/login', '/signup', '/forgot-password'];

/**
 * Runs Lighthouse, as it is set up by default for mobile, on every public page of a running shop.
 *
 * Lighthouse has a package.json of its own in this folder, and is installed at the first use: it brings 114 packages and
 * 176 MB, a fifth of what the shop has, and nobody who starts, changes or tests the shop needs it.
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

/** Now and then Lighthouse loses its own trace of a load, and asks to be run again. */
const TRIES = 3;

async function judge(url: string, port: number, tries = TRIES): Promise<Report> {
  // Not written in the import, where the compiler would look for it.
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

/** Installs what this folder's lockfile names, unless it is there. */
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
