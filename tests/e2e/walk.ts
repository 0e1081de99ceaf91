/** Walks through states of pages: axe checks each in full in the light theme, and nightly for contrast in the dark one; a phone has its layout checked. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './test.ts';

declare global {
  interface Window {
    /** React Router's router, which it leaves here for the tools of developers. */
    __reactRouterDataRouter?: { navigate(to: string): Promise<void> };
  }
}

const DESKTOP = { width: 1366, height: 800 };
const PHONE = { width: 375, height: 667 };
export const NARROWEST = { width: 360, height: 640 };

/** A state of a page. Each is reached once and then checked in both themes and widths. */
export interface State {
  name: string;
  /** The address; without one the state follows from the state before. */
  path?: string;
  /** The address is loaded anew: links would ask whether what is not saved may be left. */
  isLoaded?: true;
  /** The steps that lead to the state. */
  reach?: (page: Page) => Promise<unknown>;
  /** An element that is visible once the state is reached. */
  shows: (page: Page) => Locator;
  /** Exists on a phone only. */
  phone?: true;
}

const softly = expect.configure({ soft: true });

const titles = new Map<string, string>();

/**
 * Checks states of pages one after the other.
 * @param theme in the dark one nothing but colours differs: only the contrast is checked
 */
export async function walk(page: Page, states: State[], theme: 'light' | 'dark' = 'light'): Promise<void> {
  for (const [index, { name, path, isLoaded, reach, shows, phone }] of states.entries()) {
    await test.step(name, async () => {
      await page.setViewportSize(phone ? PHONE : DESKTOP);
      if (path) {
        await page.unrouteAll();
        await (index === 0 || isLoaded ? page.goto(path) : navigate(page, path));
      }
      await reach?.(page);
      await expect(shows(page)).toBeVisible();
      await setTheme(page, theme);
      await expectAccessible(page, { name, contrastOnly: theme === 'dark' });
      if (theme === 'dark') return;
      await expectFrame(page, name);
      await page.setViewportSize(NARROWEST);
      await expectToFit(page, name);
    });
  }
}

/** Leads to a page of the shop as its links do: a whole page load costs five times as much, and axe as much again. */
export async function navigate(page: Page, path: string): Promise<void> {
  // A dialog that is open would stay over the next page.
  await page.keyboard.press('Escape');
  await page.evaluate((to) => window.__reactRouterDataRouter!.navigate(to), path);
}

/** Checks what every page has: one main heading, a language, a unique title. */
async function expectFrame(page: Page, name: string): Promise<void> {
  // A preview shows another page over the page, with its own heading.
  await expect.soft(page.locator('h1:not(dialog h1)'), name).toHaveCount(1);
  await expect.soft(page.locator('main'), name).toHaveCount(1);
  await expect.soft(page.locator('html'), name).toHaveAttribute('lang', 'en');
  await expect.soft(page, name).toHaveTitle(/^\S.* \| Northbridge$/);
  const route = new URL(page.url()).pathname.replace(/[0-9a-f-]{36}/, ':id');
  const title = await page.title();
  const known = titles.get(title) ?? route;
  if (title.startsWith('Not found')) return;
  expect.soft(route, `the title “${title}”`).toBe(known);
  titles.set(title, route);
}

/** Checks that nothing scrolls sideways. Tables that become cards do so a moment after the width has changed. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await softly.poll(overflow, `${name}: wider than the screen`).toBeLessThanOrEqual(0);
}

/** Shows a page of the shop in a theme. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
  }, theme);
}
