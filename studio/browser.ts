import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the Chromium that the environment variable CHROMIUM names, or this machine's, or Playwright's own download. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
  const args = [
    '--disable-background-networking',
    '--no-first-run',
    // WebGL without a graphics card.
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // On a busy machine an exposure may take longer than the watchdog waits.
    '--disable-gpu-watchdog',
  ];
  return chromium.launch({ args, ...(executablePath && { executablePath }) });
}
