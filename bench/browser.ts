import { type Browser, chromium } from '@playwright/test';

/** Starts the installed Chromium, or the one that CHROMIUM names. */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args],
  });
}
