import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Finds the newest mail to an address on the page of the sandbox's mailbox, and follows its link. */
export async function followLink(page: Page, subject: string, email: string): Promise<void> {
  // Fetched, not opened: the frame with a mail's HTML reports the scripts that the test injects into every page.
  const read = async (path: string) => (await page.request.get(path)).text();
  let message: string | undefined;
  await expect(async () => {
    const items = (await read('/sandbox/mail')).split('<li>');
    const item = items.find((one) => one.includes(subject) && one.includes(email));
    message = item?.match(/href="([^"]+)"/)?.[1];
    expect(message).toBeTruthy();
  }).toPass();
  const link = (await read(message!)).match(/href="([^"]+(?:#|\/dashboard\/)[^"]+)"/)?.[1];
  await page.goto(link!);
}
