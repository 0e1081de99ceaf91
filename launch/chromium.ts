import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { runPackage, runProgram } from './child.ts';
import { installDebianPackages } from './debian.ts';
import { showProgress } from './progress.mjs';

/** No Chromium was found or installed; the message says what to do. */
export class ChromiumError extends Error {
  override name = 'ChromiumError';
}

/** The headless shell comes first: the same engine without windows, a fifth less processor time for the same tests. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const MAC_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a working Chromium: the one in the environment variable CHROMIUM, else one on this machine, else
 * the one that Playwright downloaded.
 * @returns its path, or undefined when there is none
 * @throws ChromiumError when CHROMIUM names one that does not run
 */
export async function findChromium(): Promise<string | undefined> {
  const named = process.env.CHROMIUM;
  if (named) {
    if (await runs(named)) return named;
    throw new ChromiumError(`CHROMIUM is set to ${named}, which does not run.`);
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'].filter(Boolean);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const place of new Set([...places, ...MAC_PLACES, chromium.executablePath()])) {
    // Ubuntu has a script of that name which only tells how to install Chromium.
    if (isProgram(place) && (await runs(place))) return place;
  }
  return undefined;
}

/**
 * Finds a Chromium or installs one: the Debian package where permitted, else Playwright's download.
 * @returns its path
 * @throws ChromiumError
 */
export async function findOrInstallChromium(): Promise<string> {
  const there = await findChromium();
  if (there !== undefined) return there;
  const failures: string[] = [];
  for (const install of [installDebians, downloadPlaywrights]) {
    const failure = await install();
    const found = await findChromium();
    if (found !== undefined) return found;
    failures.push(failure);
  }
  throw new ChromiumError(
    [
      ...failures.filter((failure) => failure !== ''),
      'The browser tests need Chromium, and it could not be installed (see above). Install Chromium or Google Chrome,',
      'or set CHROMIUM to the path of one. `npm test -- unit` runs the tests that need none.',
    ].join('\n'),
  );
}

/** Returns what failed. */
function installDebians(): Promise<string> {
  return installDebianPackages('Chromium', ['chromium-headless-shell', 'fonts-liberation']);
}

async function downloadPlaywrights(): Promise<string> {
  const end = showProgress("Installing Chromium (Playwright's download)");
  const { code, output } = await runPackage('playwright', 'playwright', ['install', 'chromium'], {
    output: 'keep',
  });
  end(code === 0 ? 'done' : 'failed');
  // When it is installed and does not run, system libraries are usually missing.
  return code === 0
    ? 'Playwright has downloaded a Chromium that does not run here: `npx playwright install-deps chromium` installs what it needs.'
    : output;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function runs(path: string): Promise<boolean> {
  const { code, output } = await runProgram(path, ['--version'], { output: 'keep' });
  return code === 0 && /chrom/i.test(output);
}
