import { readFile } from 'node:fs/promises';
import { openAccount, payOrder, placeOrder, placePurchase } from './arrange.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('staff narrow all orders by the address, sort them, and export what they see', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const [one, two] = [await addProduct(), await addProduct()];
  const poNumber = `=PO ${newNumber()}`;
  const { number: small } = await placePurchase(buyer, [one], { poNumber });
  const { number: large } = await placePurchase(buyer, [one, two]);
  const rows = page.locator('.all-orders tbody').getByRole('row');
  const found = page.getByText(/purchases? found$/);

  await enter(page, shop, admin, `/dashboard/manageAllOrders?part=${one.sku}&sort=total`);
  await expect(found).toHaveText('2 purchases found');
  await expect(rows).toContainText([small, large]);
  await expect(page.getByLabel('Part', { exact: true })).toHaveValue(one.sku);
  await page.getByRole('link', { name: 'Total' }).click();
  await expect(page).toHaveURL(/sort=-total/);
  await expect(rows).toContainText([large, small]);

  await page.getByRole('link', { name: 'Refunded' }).click();
  await expect(page.getByText('No order is in this list.')).toBeVisible();
  await page.getByRole('link', { name: 'Unpaid' }).click();
  await expect(page).toHaveURL(/state=to_pay/);
  await page.getByLabel('Buyer', { exact: true }).fill(buyer.email);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(found).toHaveText('2 purchases found');

  await page.getByRole('searchbox', { name: 'Find by any number' }).fill(poNumber);
  await expect(found).toHaveText('1 purchase found');
  await expect(rows).toContainText([small]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain(`'${poNumber}`);
  await page.reload();
  await expect(found).toHaveText('1 purchase found');

  // A link by a buyer's id says whose orders these are.
  const [{ id }] = (await shop.sql('select id from users where email = $1', [buyer.email])) as [
    { id: string },
  ];
  await page.goto(`/dashboard/manageAllOrders?buyer=${id}`);
  await expect(found).toHaveText('2 purchases found');
  await page.getByRole('link', { name: `Remove the filter by ${buyer.name}` }).click();
  await expect(page.getByLabel('Buyer', { exact: true })).toHaveValue('');
});

test('a phone, and a laptop beside the menu, show purchases with long addresses and PO numbers without scrolling sideways', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const email = `purchasing-${newNumber()}.${'x'.repeat(40)}@parts.example.com`;
  const buyer = await openAccount(shop.origin, { name: 'Robin Field', email, password: 'bolt-7' });
  const product = await addProduct({ price: 1500 });
  await placePurchase(buyer, [product], { poNumber: `PO/${'very-long-'.repeat(5)}` });
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, shop, admin, `/dashboard/manageAllOrders?part=${product.sku}`);
  await expect(page.locator('.all-orders .buyer')).toContainText(email);
  for (const cell of ['buyer', 'po']) {
    const box = await page.locator(`.all-orders td.${cell} > *`).first().boundingBox();
    const beside = await page.locator(`.all-orders td.${cell === 'po' ? 'shipped' : 'state'}`).boundingBox();
    expect(box!.x + box!.width, cell).toBeLessThanOrEqual(beside!.x);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });
  const sheet = page.locator('.sheet:has(> .all-orders)');
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('rows are reached, marked and opened by keyboard', async ({ page, shop, buyer, admin, addProduct }) => {
  const product = await addProduct();
  const { number: first } = await placePurchase(buyer, [product]);
  const { number: second } = await placePurchase(buyer, [product]);
  await enter(page, shop, admin, `/dashboard/manageAllOrders?part=${product.sku}`);
  await expect(page.getByText('2 purchases found')).toBeVisible();
  // A page that has just come takes the focus.
  await expect(async () => {
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: second })).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('x');
  await expect(page.getByText('1 marked')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 marked')).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(page.getByText('1 marked')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Mark ${first}` })).toBeChecked();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys of this table' })).toContainText('marks the row');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: `Mark ${first}` })).toBeChecked();
  // Who looks at one and comes back goes on with what was marked.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1 marked')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Mark ${first}` })).toBeChecked();
  // A field keeps its letters.
  await page.getByLabel('Part', { exact: true }).press('x');
  await expect(page.getByText('1 marked')).toBeVisible();
});

test('the overview leads to exactly what it counts, and shows the figures of today', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const order = await placeOrder(buyer, await addProduct());
  await payOrder(shop.origin, buyer, order);
  const lines = (quantity: number, more = {}) => ({ lines: [{ orderId: order._id, quantity, ...more }] });
  await admin.call(`POST /purchases/${order.purchaseId}/shipments`, lines(60));
  for (const by of [buyer, admin])
    await by.call(`POST /purchases/${order.purchaseId}/returns`, lines(10, { reason: 'Too many' }));
  await addProduct({ available: 5, reorderPoint: 10 });
  await enter(page, shop, admin, '/dashboard/overview');
  const box = page.getByRole('link', { name: /to ship/ });
  const count = Number(await box.locator('strong').textContent());
  expect(count).toBeGreaterThan(0);
  const revenue = page.getByRole('row', { name: /^Revenue/ });
  await expect(revenue.getByRole('cell').first()).not.toContainText(/^\$0\.00/);
  const bars = page.getByRole('img', { name: /^Revenue by day/ });
  await expect(bars).toHaveAccessibleName(/most on/);
  await page.getByText('Numbers').first().click();
  await expect(page.getByRole('figure', { name: /^Revenue by day/ }).getByRole('row')).toHaveCount(31);
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page.getByRole('heading', { name: 'The last 7 days' })).toBeVisible();

  const boxes = await page
    .getByRole('region', { name: 'To do now' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.getAttribute('href')!, link.querySelector('strong')!.textContent!] as const),
    );
  // To ship, a return to answer and one expected, and a part that runs out: what has nothing to do has no box.
  expect(boxes.length).toBeGreaterThanOrEqual(4);
  expect(boxes.filter(([, wanted]) => wanted === '0')).toEqual([]);
  for (const [to, wanted] of boxes) {
    await page.goto(to);
    if (to.startsWith('/dashboard/imports?'))
      await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(Number(wanted));
    else {
      const told = page.getByRole('status').or(page.getByRole('heading'));
      await expect(told.filter({ hasText: new RegExp(`(^|: )${wanted}( |$)`) }).first(), to).toBeVisible();
    }
  }
});

test('Ctrl+K jumps to pages, orders by any number, parts and people', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const product = await addProduct({ sku: `JUMP-${newNumber()}` });
  const { number } = await placePurchase(buyer, [product]);
  await enter(page, shop, admin, '/dashboard/overview');
  const field = page.getByRole('combobox', { name: 'Jump to a page, order, part or person' });
  async function jump(words: string): Promise<void> {
    // The key is heard once the page's scripts are there.
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(field).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await expect(field).toBeHidden();
  }
  await jump(number);
  await expect(page).toHaveURL(/\/dashboard\/purchases\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await jump(buyer.email);
  await expect(page).toHaveURL(`/dashboard/people/${encodeURIComponent(buyer.email)}`);
  await jump('stock');
  await expect(page).toHaveURL('/dashboard/stock');
  await page.getByRole('button', { name: 'Jump to' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type(product.sku);
  const option = page.getByRole('group', { name: 'Parts' }).getByRole('option');
  await expect(option.first()).toContainText(product.name);
  await field.fill('qwerty');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Jump to' })).toBeFocused();
});

test('what staff type while the field to jump with is loaded stands in it', { tag: '@nightly' }, async ({
  page,
  shop,
  admin,
}) => {
  await enter(page, shop, admin, '/dashboard/stock');
  await expect(page.getByRole('table')).toBeVisible();
  let send = () => {};
  const held = new Promise<void>((go) => {
    send = go;
  });
  await page.route('**/jump-dialog-*', async (route) => {
    await held;
    await route.fallback();
  });
  const asked = page.waitForRequest('**/jump-dialog-*');
  await page.keyboard.press('Control+k');
  await asked;
  await page.keyboard.type('over all');
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Backspace');
  send();
  const field = page.getByRole('combobox', { name: /^Jump to/ });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('over');
  await page.keyboard.type('view');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/overview');
});

test('staff jump by a button on a phone, and by the key while the menu is folded, which stays so', {
  tag: '@nightly',
}, async ({ page, shop, admin }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, shop, admin, '/dashboard/stock');
  const field = page.getByRole('combobox', { name: 'Jump to a page, order, part or person' });
  const button = page.getByRole('button', { name: 'Jump to' }).filter({ visible: true });
  const box = await button.boundingBox();
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
  await button.click();
  await expect(field).toBeFocused();
  await page.keyboard.type('returns');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/returns');

  await page.setViewportSize({ width: 1366, height: 740 });
  const fold = page.getByRole('button', { name: 'Menu of the dashboard' });
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu).toBeVisible();
  await fold.click();
  await expect(menu).toBeHidden();
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(menu).toBeHidden();
  await expect(button).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await fold.click();
  await expect(menu).toBeVisible();
});

test('a dialog whose script cannot be loaded says so, and can be tried again', { tag: '@nightly' }, async ({
  page,
  shop,
  admin,
}) => {
  await enter(page, shop, admin, '/dashboard/stock');
  // The grey rows of before are another table.
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  for (const [script, key, opened, what] of [
    ['row-keys', '?', page.getByRole('dialog', { name: 'Keys of this table' }), /keys of this table/],
    ['jump-dialog', 'Control+k', page.getByRole('combobox', { name: /^Jump to/ }), /field to jump with/],
  ] as const) {
    await page.route(`**/${script}-*`, (route) => route.abort());
    const notice = page.getByRole('dialog', { name: what });
    await page.keyboard.press(key);
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
    await page.keyboard.press(key);
    await expect(notice).toBeVisible();
    await page.unroute(`**/${script}-*`);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(opened).toBeVisible();
    await expect(notice).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
  }
});
