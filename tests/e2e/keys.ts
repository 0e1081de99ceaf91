/** What people do by keyboard alone, and what they have to see while they do. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The most presses of Tab to reach a target; the longest list has two stops per row. */
export const FAR = 120;

/** Presses Tab until `target` has the focus, which must be seen at every stop on the way. */
export async function tabTo(page: Page, target: Locator, atMost = FAR, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const stops: string[] = [];
  await expect(target).toBeVisible();
  for (let presses = 0; presses < atMost; presses += 1) {
    await page.keyboard.press(key);
    stops.push(await expectVisibleFocus(page));
    if (await target.evaluate((element) => (element.getRootNode() as Document).activeElement === element))
      return;
  }
  throw new Error(`${target} was not reached. The focus went over:\n${stops.join('\n')}`);
}

/** Asserts that the focused element is in view, or scrolls into it, and has an outline; returns its description. */
export async function expectVisibleFocus(page: Page): Promise<string> {
  let html = '';
  await expect(async () => {
    const focus = await page.evaluate(lookAtFocus);
    html = focus?.html ?? 'the page itself';
    if (focus) expect(focus, 'the focus can be seen').toMatchObject({ ringed: true, inView: true });
  }).toPass({ timeout: 15_000 });
  return html;
}

/** Runs in the page: returns the focused element, or undefined when nothing that people use has the focus. */
function lookAtFocus() {
  let element = document.activeElement;
  if (!element || element === document.body) return undefined;
  // A page that has just come moves the focus to its heading, which has no ring, perhaps after Tab was pressed.
  if (element.matches('h1, main')) return undefined;
  const chain = [element];
  while (element?.shadowRoot?.activeElement) {
    element = element.shadowRoot.activeElement;
    chain.push(element);
  }
  // The card's fields are in the provider's frame or shadow root: the focus ring is on the box around them.
  const holder = chain[0]!.closest('.StripeElement');
  const ringed = [...chain, ...(holder ? [holder] : [])].some((one) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
    const drawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    return drawn && !/, 0\)$|\/ 0\)$|^transparent$/.test(outlineColor);
  });
  const { top, bottom, left, right } = element!.getBoundingClientRect();
  const inView = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
  return { html: element!.outerHTML.slice(0, 160), ringed, inView };
}

/** Types into a field that Tab has just reached: its text is selected and replaced. */
export async function type(
  page: Page,
  field: Locator,
  words: string,
  ...way: [atMost?: number, key?: 'Tab' | 'Shift+Tab']
): Promise<void> {
  await tabTo(page, field, ...way);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(words);
}

/** Opens the focused select and chooses the option so many places below the current one. */
export async function choose(page: Page, below: number): Promise<void> {
  await page.keyboard.press('Space');
  for (let presses = 0; presses < below; presses += 1) {
    await page.keyboard.press('ArrowDown');
    await expectVisibleFocus(page);
  }
  await page.keyboard.press('Enter');
}

/** Asserts that Tab cycles inside an open dialog, in both directions. */
export async function expectHeld(page: Page, dialog: Locator): Promise<void> {
  const stops = await dialog.locator('a, button').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses <= stops + 1; presses += 1) {
      await page.keyboard.press(key);
      const held = await dialog.evaluate(
        // Between the last stop and the first one the focus visits the browser's toolbar.
        (element) => document.activeElement === document.body || element.contains(document.activeElement),
      );
      expect(held, `${key} leaves the dialog`).toBe(true);
    }
  }
}

/** Asserts that the focus was not lost. */
export async function expectSomewhere(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
}

/** Presses j until `target`, what Enter opens of a row, has the focus. */
export async function rowTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => document.activeElement === element);
  for (let presses = 0; presses < FAR && !(await isFocused()); presses += 1) await page.keyboard.press('j');
  await expect(target).toBeFocused();
  await expectVisibleFocus(page);
}
