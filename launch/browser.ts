import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { findChromium } from './chromium.ts';

/**
 * Features of Chromium that are off. The first ones are the pages behind the address bar, which Chromium loads for each window
 * beside the page: one second of a processor for each test. The others are what Playwright leaves out itself, as far as it
 * matters to pages; its list does not count beside one of ours.
 */
const NOT_NEEDED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Launch options for Chromium without its background requests. */
export async function browserOptions(more: string[] = []): Promise<LaunchOptions> {
  const found = await findChromium();
  const args = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    `--disable-features=${NOT_NEEDED.join()}`,
    ...more,
  ];
  return { args, ...(found && { executablePath: found }) };
}

/** Starts this machine's Chromium, or the one that the environment variable CHROMIUM names. */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  return chromium.launch(await browserOptions(more));
}
