import type { Browser, Page } from '@playwright/test';
import type { List } from '#contract/lists/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Caller } from './arrange.ts';
import type { Shop } from './shop.ts';
import { enter, expect, gridOf, signIn, signUp, test } from './test.ts';

const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart/ });
const linesOf = (page: Page) => page.getByRole('dialog', { name: 'Your order' }).getByRole('listitem');
const quantityOf = (page: Page, n = 0) => linesOf(page).nth(n).getByRole('textbox');
const cartOf = async (buyer: Caller) => (await buyer.call<List>('GET /lists/cart')).lines ?? [];

async function add(page: Page, product: Product): Promise<void> {
  await page.goto(gridOf(product));
  await page.getByRole('button', { name: `Add to order: ${product.name}` }).click();
}

async function openCart(page: Page, count: number): Promise<void> {
  await expect(cartLink(page)).toHaveAccessibleName(
    count === 0 ? 'Cart' : new RegExp(`^Cart: ${count} lines?`),
  );
  await cartLink(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(linesOf(page)).toHaveCount(count);
}

async function setQuantity(page: Page, pieces: number, n = 0): Promise<void> {
  await quantityOf(page, n).fill(String(pieces));
  await quantityOf(page, n).press('Enter');
}

/** A second browser of the same person. */
async function enterInAnother(browser: Browser, shop: Shop, person: Caller, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.origin });
  const page = await context.newPage();
  await enter(page, shop, person, path);
  await page.waitForFunction(() => !window.takeEarlyEvents);
  return page;
}

test('a guest adds a part twice to one line, and it survives that the tab is closed at once', async ({
  context,
  page,
  addProduct,
}) => {
  const product = await addProduct();
  const tab = await context.newPage();
  await add(tab, product);
  const button = tab.getByRole('button', { name: `Add to order: ${product.name}` });
  await expect(tab.getByText(`100 pcs of ${product.name} added.`)).toBeAttached();
  await expect(button).toHaveAccessibleName(/, 100 pcs are in it$/);
  await button.click();
  await tab.close();
  await page.goto('/');
  await openCart(page, 1);
  await expect(quantityOf(page)).toHaveValue('200');
  await expect(linesOf(page)).toContainText('$230.00');
});

test('a quantity typed on a card is added once by Enter or a double click, refused with its nearest, and kept for the order form', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct({ multiple: 50 });
  await enter(page, shop, buyer, gridOf(product));
  const quantity = page.getByRole('textbox', { name: `Quantity of ${product.name}` });
  await quantity.fill('120');
  await quantity.press('Enter');
  await expect(quantity).toHaveAccessibleDescription(/50/);
  await expect(quantity).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: '150', exact: true }).click();
  await expect(quantity).toHaveValue('150');
  await quantity.press('Enter');
  await expect(page.getByText(`150 pcs of ${product.name} added.`)).toBeAttached();
  await page.getByRole('button', { name: `Add to order: ${product.name}` }).dblclick();
  await expect(page.getByText('300 pcs are in your order.')).toBeAttached();
  await expect.poll(async () => (await cartOf(buyer))[0]?.quantity).toBe(300);
  await page.getByRole('link', { name: 'Purchase Now' }).click();
  const ordered = page.getByLabel('Order quantity');
  await expect(ordered).toHaveValue('150');
  await ordered.fill('200');
  await page.reload();
  await expect(ordered).toHaveValue('200');
});

test('the small cart is used by keyboard: a line is changed, removed, and comes back', async ({
  page,
  addProduct,
}) => {
  const product = await addProduct();
  await add(page, product);
  await expect(cartLink(page)).toHaveAccessibleName('Cart: 1 line');
  await cartLink(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your order' });
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(dialog).toContainText(`Added 100 pcs of ${product.name}`);
  await setQuantity(page, 300);
  await expect(dialog).toContainText('$345.00');
  await dialog.getByRole('button', { name: `Remove ${product.name}` }).press('Enter');
  await expect(linesOf(page)).toHaveCount(0);
  const undo = dialog.getByRole('button', { name: 'Undo' });
  await expect(undo, 'no keys here').not.toHaveAttribute('aria-keyshortcuts');
  await undo.press('Enter');
  await expect(quantityOf(page)).toHaveValue('300');
  // Down to the step that "Add to order" was.
  await undo.press('Enter');
  await expect(quantityOf(page)).toHaveValue('100');
  await undo.press('Enter');
  await expect(dialog).toContainText(`Undone: added 100 pcs of ${product.name}`);
  await expect(linesOf(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Redo' }).press('Enter');
  await expect(quantityOf(page)).toHaveValue('100');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cartLink(page)).toBeFocused();
});

test('two tabs of a guest agree', async ({ page, context, addProduct }) => {
  const product = await addProduct();
  const other = await context.newPage();
  await other.goto('/');
  await add(page, product);
  await openCart(other, 1);
  await openCart(page, 1);
  await setQuantity(page, 500);
  await expect(quantityOf(other)).toHaveValue('500');
  await setQuantity(other, 600);
  await expect(quantityOf(page)).toHaveValue('600');
});

test('a guest’s cart is joined to their own at sign-in, line by line and once, and forgotten at sign-out', async ({
  page,
  addProduct,
  browser,
  shop,
}) => {
  const product = await addProduct();
  const person = await signUp(page);
  await add(page, product);
  await expect(cartLink(page)).toHaveAccessibleName('Cart: 1 line');
  // Saved, so that nothing of it stays behind.
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const lines = async () => {
    const answer = await page.request.get('/lists/cart', { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as List).lines?.length;
  };
  await expect.poll(lines).toBe(1);
  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(page).toHaveURL('/login');
  await expect(cartLink(page)).toHaveAccessibleName('Cart');
  await expect.poll(() => allKept(page)).not.toContain('productId');

  await add(page, product);
  await add(page, product);
  await expect(cartLink(page)).toHaveAccessibleName('Cart: 1 line');
  await signIn(page, person.email, person.password);
  await openCart(page, 2);
  await expect(quantityOf(page, 0)).toHaveValue('200');
  await expect(quantityOf(page, 1)).toHaveValue('100');
  await page.keyboard.press('Escape');

  const { email, password, name } = person;
  const other = await enterInAnother(browser, shop, { email, password, name } as unknown as Caller, '/');
  await openCart(other, 2);
  await other.context().close();
});

test('offline edits in one browser meet online edits in another: nothing is lost, nothing doubled', async ({
  page,
  browser,
  shop,
  buyer,
  addProduct,
}) => {
  const [first, second, third] = [await addProduct(), await addProduct(), await addProduct()];
  await page.clock.install();
  await enter(page, shop, buyer, gridOf(first));
  await page.getByRole('button', { name: `Add to order: ${first.name}` }).click();
  await expect.poll(async () => (await cartOf(buyer)).length).toBe(1);
  await add(page, second);
  await expect.poll(async () => (await cartOf(buyer)).length).toBe(2);

  const other = await enterInAnother(browser, shop, buyer, gridOf(third));
  await openCart(other, 2);
  await other.keyboard.press('Escape');
  await openCart(page, 2);
  await page.context().setOffline(true);
  const note = page.locator('.cart-note');
  await expect(note).toContainText('No connection.');

  // The second part is on top. Offline the first one gets another quantity; online the second one does, and a third comes.
  await setQuantity(page, 700, 1);
  await expect(note).toContainText('1 change is kept in this browser');
  await other.getByRole('button', { name: `Add to order: ${third.name}` }).click();
  await openCart(other, 3);
  await setQuantity(other, 800, 1);
  await expect
    .poll(async () => (await cartOf(buyer)).map(({ quantity }) => quantity))
    .toEqual([100, 800, 100]);

  await page.clock.fastForward('10:00');
  await page.context().setOffline(false);
  for (const view of [page, other]) {
    await expect(linesOf(view)).toHaveCount(3);
    await expect(quantityOf(view, 0)).toHaveValue('100');
    await expect(quantityOf(view, 1)).toHaveValue('800');
    await expect(quantityOf(view, 2)).toHaveValue('700');
  }
  await expect(note).toBeEmpty();
  const lines = await cartOf(buyer);
  expect(lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    [first._id, 700],
    [second._id, 800],
    [third._id, 100],
  ]);
  await other.context().close();
});

test('changes that were made without network survive a reload, and are saved for their owner alone', {
  tag: '@nightly',
}, async ({ page, shop, buyer, addProduct }) => {
  const product = await addProduct();
  await enter(page, shop, buyer, gridOf(product));
  await expect(cartLink(page)).toHaveAccessibleName('Cart');
  // The page can be loaded, and no call about lists.
  await page.route('**/lists/**', (route) => route.abort());
  await page.getByRole('button', { name: `Add to order: ${product.name}` }).click();
  await page.reload();
  await expect(cartLink(page)).toHaveAccessibleName('Cart: 1 line, not all saved');
  expect(await cartOf(buyer)).toEqual([]);

  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(page).toHaveURL('/login');
  await expect(cartLink(page)).toHaveAccessibleName('Cart');
  await page.unrouteAll();
  await signUp(page);
  await openCart(page, 0);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'SignOut' }).click();
  await signIn(page, buyer.email, buyer.password);
  await openCart(page, 1);
  await expect.poll(async () => (await cartOf(buyer)).length).toBe(1);
});

test('a change whose answer is lost is made once, under what another device has changed since', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct();
  await enter(page, shop, buyer, gridOf(product));
  await expect(cartLink(page)).toHaveAccessibleName('Cart');
  let count = 0;
  await page.route('**/lists/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    count += 1;
    const answer = await route.fetch();
    if (count > 1) return route.fulfill({ response: answer });
    // The other device removes the line before the request is sent again.
    const [line] = await cartOf(buyer);
    const { version } = await buyer.call<List>('GET /lists/cart');
    await buyer.call('PATCH /lists/cart', { version, ops: [{ op: 'remove', _id: line!._id }] });
    await route.abort();
  });
  await page.getByRole('button', { name: `Add to order: ${product.name}` }).click();
  await expect.poll(() => count).toBe(2);
  await openCart(page, 0);
  expect(await cartOf(buyer)).toEqual([]);
});

test('without storage a cart lasts as long as its page', async ({ page, addProduct }) => {
  const product = await addProduct();
  await page.addInitScript(() => {
    const forbid = {
      get: () => {
        throw new DOMException('Forbidden', 'SecurityError');
      },
    };
    Object.defineProperty(window, 'localStorage', forbid);
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await add(page, product);
  await openCart(page, 1);
  await setQuantity(page, 300);
  await expect(linesOf(page)).toContainText('$345.00');
});

/** Returns what this browser keeps, as one text: local storage and all databases. */
function allKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }];
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name!);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      for (const store of opening.result.objectStoreNames) {
        const asked = opening.result.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => asked.addEventListener('success', resolve));
        kept.push(asked.result);
      }
      opening.result.close();
    }
    return JSON.stringify(kept);
  });
}
