import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { findChromium } from './chromium.ts';

/** Launch options for Chromium without its background requests. */
export async function browserOptions(more: string[] = []): Promise<LaunchOptions> {
  const found = await findChromium();
  const args = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    ...more,
  ];
  return { args, ...(found && { executablePath: found }) };
}

/** Starts this machine's Chromium, or the one that the environment variable CHROMIUM names. */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  return chromium.launch(await browserOptions(more));
}
