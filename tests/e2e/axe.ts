import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Look {
  /** The state of the page, for the message. */
  name?: string;
  /** A selector of the part that is checked; otherwise the open dialog is, or the whole page. */
  part?: string;
  /** A selector of what is left out. */
  without?: string;
  /** Checks contrast only: for the second theme, in which nothing but colours differs. */
  contrastOnly?: boolean;
}

/** Expects, softly, that axe finds no fault in the page as it is. */
export async function expectAccessible(
  page: Page,
  { name = page.url(), part, without, contrastOnly = false }: Look = {},
): Promise<void> {
  // Axe stays in the document: sending and parsing it takes as long as a check.
  const { isThere, changing } = await page.evaluate(() => {
    // What has been scrolled half below a head that stays seems to be too close to it.
    scrollTo(0, 0);
    const isThere = 'axe' in window;
    // What is behind a dialog is inert, and the bars around a page were checked with its first state.
    const parts = ['dialog[open]', ...(isThere ? ['main'] : [])];
    return { isThere, changing: parts.find((one) => document.querySelector(one)) };
  });
  // Legacy mode opens no second page; the shop has no frames.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode();
  if (part) axe.include(part);
  else if (changing) axe.include(`${changing}, .toasts`);
  if (without) axe.exclude(without);
  if (contrastOnly) axe.options({ resultTypes: ['violations'], preload: false }).withRules('color-contrast');
  else axe.options({ resultTypes: ['violations'], preload: false }).withTags(RULES);
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
  expect.soft(found, name).toEqual([]);
}
