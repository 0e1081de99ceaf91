import type { List } from '#contract/lists/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import { cartLines, placePurchase } from './arrange.ts';
import { enter, expect, newNumber, test, typeCard } from './test.ts';

test('a purchase of several lines stands together in My Orders, is found by its PO and paid once', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const products = [];
  for (let n = 0; n < 5; n += 1) products.push(await addProduct());
  const name = `ATX Power Supply 850 W, 80 PLUS Gold, modular ${newNumber()}`;
  products.push(await addProduct({ name }));
  const single = await placePurchase(buyer, [products[0]!]);
  const { insertedId, number } = await placePurchase(buyer, products, { poNumber: 'PO 4711/b' });

  await enter(page, shop, buyer, '/dashboard');
  await expect(page.getByText('Total orders: 2')).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(7);
  // What is no product and no status in its column is told to screen readers.
  await expect(rows.first()).toContainText(`Order number and total: ${number} · $690.00`);
  await expect(rows.nth(1)).toContainText('Line total: $115.00');
  await expect(rows.first()).toContainText('6 lines · PO 4711/b');
  await expect(rows.nth(1)).toContainText(products[0]!.name);
  await expect(rows.nth(5)).toContainText(`2 more lines of ${number}`);
  await expect(rows.nth(6)).toContainText(single.number);
  await expect(rows.filter({ has: page.getByRole('link', { name: 'Payment' }) })).toHaveCount(2);

  await page.getByRole('searchbox', { name: 'Find an order' }).fill('4711/B');
  await expect(page.getByText('1 order found')).toBeVisible();
  await expect(rows).toHaveCount(6);
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(products[5]!.sku);
  await expect(rows).toHaveText([new RegExp(number), new RegExp(products[5]!.name), /5 more lines/]);

  await rows.first().getByRole('link', { name: 'Payment' }).click();
  const main = page.getByRole('main');
  await expect(main.locator('dt:text-is("Lines") + dd')).toHaveText('6 lines');
  await expect(main.locator('dt:text-is("Total") + dd')).toHaveText('$690.00');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('dialog').getByText('Congrats! Your Payment is Completed.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await main.getByRole('link', { name: `Order ${number}` }).click();
  await expect(page).toHaveURL(`/dashboard/purchases/${insertedId}`);
  await expect(main.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(main.getByRole('link', { name: 'Payment' })).toHaveCount(0);

  // On a phone and on paper the quantity stands before its price, also where no line can be deleted.
  await page.setViewportSize({ width: 360, height: 740 });
  const [quantity, price] = ['.quantity', '.price'].map((cell) =>
    main.locator(`.line-cards ${cell}`).first(),
  );
  const [of, each] = [(await quantity!.boundingBox())!, (await price!.boundingBox())!];
  expect(of.y).toBe(each.y);
  expect(of.x).toBeLessThan(each.x);
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByRole('button')).toHaveCount(0);
});

test('the page of a purchase has its lines, facts and history; a line or all of it can be deleted', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const [fan, rail, board] = [await addProduct(), await addProduct(), await addProduct()];
  const lines = [
    { productId: fan._id, quantity: 100, customerRef: '0042', designators: 'M1, M2' },
    { productId: rail._id, quantity: 200 },
    { productId: board._id, quantity: 100 },
  ];
  const facts = { note: 'Ring twice', costCentre: 'R&D', deliveryWish: 'All at once', poNumber: 'PO-9' };
  const { insertedId, number } = await placePurchase(buyer, [], { ...facts, lines, expectedTotal: 460 });
  await enter(page, shop, buyer, `/dashboard/purchases/${insertedId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${number} $460.00`);
  await expect(page).toHaveTitle(`${number}, $460.00 | Northbridge`);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail.getByRole('listitem')).toHaveText(['My Orders', number]);
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]')).toHaveText(
    'My Orders',
  );
  const list = page.getByRole('region', { name: 'Lines' });
  const row = (product: Product) => list.getByRole('row').filter({ hasText: product.name });
  await expect(row(fan)).toContainText('0042');
  await expect(row(fan)).toContainText('M1, M2');
  await expect(row(rail).getByRole('cell')).toContainText([rail.sku, '200', '$1.15', '$230.00']);
  const told = page.getByRole('region', { name: 'Facts of the order' });
  for (const [term, fact] of [
    ['PO', 'PO-9'],
    ['Cost center', 'R&D'],
    ['Delivery instructions', 'All at once'],
    ['Order notes', 'Ring twice'],
  ] as const)
    await expect(told.locator(`dt:text-is("${term}") + dd`)).toHaveText(fact);
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'Order placed, stock reserved · 3 lines',
  );

  await row(board)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(board)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${number} $345.00`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Delete this order?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('No orders yet')).toBeVisible();
});

test('the focus goes to the heading when a line goes after its dialog was closed', {
  tag: '@nightly',
}, async ({ page, shop, buyer, addProduct }) => {
  const [fan, rail] = [await addProduct(), await addProduct()];
  const { insertedId } = await placePurchase(buyer, [fan, rail]);
  await enter(page, shop, buyer, `/dashboard/purchases/${insertedId}`);
  const remove = page.getByRole('button', { name: `Delete ${rail.name} from the order` });
  await remove.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  const closed = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.endsWith(`/purchases/${insertedId}`),
    async (route) => {
      await closed.promise;
      await route.continue();
    },
  );
  await page.keyboard.press('Enter');
  const deleted = page.getByRole('dialog', { name: 'Deleted SuccessfullY.' });
  await expect(deleted).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(deleted).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  closed.resolve();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a purchase is ordered again: what has changed is told before, and a double click adds it once', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const [same, dearer, short, gone] = [
    await addProduct(),
    await addProduct(),
    await addProduct(),
    await addProduct({ name: 'Grommet Ring 8 mm' }),
  ];
  const { insertedId, number } = await placePurchase(buyer, [same, dearer, short, gone]);
  await admin.call(`PATCH /products/${dearer._id}`, { price: 1.5 });
  await admin.call(`PATCH /products/${short._id}`, { available: 40 });
  await admin.call(`DELETE /products/${gone._id}`);

  await enter(page, shop, buyer, `/dashboard/purchases/${insertedId}`);
  await page.getByRole('button', { name: 'Reorder' }).click();
  const dialog = page.getByRole('dialog', { name: `Order ${number} again` });
  await expect(dialog).toContainText('3 of 4 lines have changed.');
  await expect(dialog.getByRole('definition')).toHaveText(['$460.00', '−$195.00 $265.00']);
  await expect(dialog).toContainText('The same pieces cost $35.00 more. 1 line does not count yet');
  const line = (product: Product) => dialog.getByRole('listitem').filter({ hasText: product.name });
  await expect(line(dearer)).toContainText('$1.15 → $1.50 each');
  await expect(line(short)).toContainText('40 in stock');
  await expect(line(gone)).toContainText('No longer sold');
  await line(short).getByRole('combobox').selectOption('Leave it out');
  await expect(dialog).toContainText('2 lines are left out. All of it is in stock.');
  await dialog.getByRole('button', { name: 'Add 2 lines to the order' }).dblclick();
  await expect(page).toHaveURL('/order');
  await expect
    .poll(() => cartLines(buyer))
    .toEqual([
      [same._id, 100],
      [dearer._id, 100],
    ]);
  // What was done elsewhere is taken back here, too.
  await expect(page.getByText(`Added 2 lines of ${number}`)).toBeVisible();
  await page.locator('.pad-news').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => cartLines(buyer)).toEqual([]);
});

test('Enter orders a purchase again with what can be had, the rest on its day; a second reorder tells what is in the order already: Enter adds what is missing, all again is a choice', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const [fan, rail] = [await addProduct(), await addProduct()];
  const { insertedId, number } = await placePurchase(buyer, [fan, rail]);
  await admin.call(`PATCH /products/${rail._id}`, { available: 0 });
  await admin.call(`POST /products/${rail._id}/receipts`, { dueOn: '2099-03-03', quantity: 500 });
  await enter(page, shop, buyer, `/dashboard/purchases/${insertedId}`);
  const dialog = page.getByRole('dialog', { name: `Order ${number} again` });
  const submit = (name: string) => dialog.getByRole('button', { name });
  const reorder = async () => {
    await page.goto(`/dashboard/purchases/${insertedId}`);
    await page.getByRole('button', { name: 'Reorder' }).click();
  };
  await reorder();
  await expect(submit('Add 2 lines to the order')).toBeFocused();
  await expect(dialog).toContainText('The last pieces are expected on Mar 3, 2099.');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/order');
  await expect(page.getByRole('grid').getByText('on Mar 3, 2099')).toBeVisible();
  const twice = [
    [fan._id, 100],
    [rail._id, 100],
  ];
  await expect.poll(() => cartLines(buyer)).toEqual(twice);

  await reorder();
  const repeat = dialog.getByRole('group', { name: 'All 2 lines are in your order already.' });
  await expect(repeat.getByLabel('Add nothing')).toBeChecked();
  await expect(submit('Open the order')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/order');
  await expect(page.getByText('Added 2 lines')).toHaveCount(0);
  expect(await cartLines(buyer)).toEqual(twice);

  await page.getByRole('link', { name: /^Cart/ }).waitFor();
  await page.goto('about:blank');
  const { lines = [] } = await buyer.call<List>('GET /lists/cart');
  await buyer.call('PATCH /lists/cart', { version: 0, ops: [{ op: 'remove', _id: lines[1]!._id }] });
  // Until the server has answered, the order is what this browser has kept of it; then the dialog tells the news.
  let answer = () => {};
  const held = new Promise<void>((go) => {
    answer = go;
  });
  await page.route('**/lists/**', async (route) => {
    await held;
    await route.fallback();
  });
  await reorder();
  await expect(repeat).toBeVisible();
  answer();
  await expect(dialog.getByRole('group', { name: '1 of 2 lines is in your order already.' })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(rail.name)]);
  await expect(submit('Add 1 line to the order')).toBeFocused();
  await dialog.getByLabel('Add what is missing: 1 line').press('ArrowDown');
  await expect(dialog.getByLabel('Add all again: 2 lines')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/order');
  await expect.poll(() => cartLines(buyer)).toEqual([twice[0], ...twice]);
});

test('on a phone the sums of then and now are in view wherever the lines of a reorder stand', {
  tag: '@nightly',
}, async ({ page, shop, buyer, admin, addProduct }) => {
  const products = [];
  for (let n = 0; n < 8; n += 1) products.push(await addProduct());
  const { insertedId, number } = await placePurchase(buyer, products);
  for (const product of products) await admin.call(`PATCH /products/${product._id}`, { price: 1.5 });

  await page.setViewportSize({ width: 360, height: 640 });
  await enter(page, shop, buyer, `/dashboard/purchases/${insertedId}`);
  await page.getByRole('button', { name: 'Reorder' }).click();
  const dialog = page.getByRole('dialog', { name: `Order ${number} again` });
  const sums = dialog.getByRole('definition');
  await expect(sums).toHaveText(['$920.00', '+$280.00 $1,200.00']);
  const lines = dialog.getByRole('listitem');
  for (const line of [lines.first(), lines.nth(4), lines.last()]) {
    await line.getByRole('combobox').focus();
    await expect(line.getByRole('combobox')).toBeInViewport({ ratio: 1 });
    await expect(sums.first()).toBeInViewport({ ratio: 1 });
    await expect(sums.last()).toBeInViewport({ ratio: 1 });
  }
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('quantities of an unpaid purchase are changed by keyboard, at the price that is shown', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const [fan, rail] = [await addProduct({ available: 1000 }), await addProduct()];
  const { insertedId } = await placePurchase(buyer, [fan, rail]);
  await enter(page, shop, buyer, `/dashboard/purchases/${insertedId}`);
  await page.getByRole('button', { name: 'Change quantities' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const pieces = dialog.getByLabel(new RegExp(fan.name));
  await pieces.fill('99');
  await expect(dialog.getByText('Please Enter Minimum Quantity.')).toBeVisible();
  await pieces.fill('300');
  await dialog.getByLabel(new RegExp(rail.name)).fill('0');
  await expect(dialog.getByText('Total, $230.00 before')).toBeVisible();
  await pieces.press('Enter');
  await expect(page.getByText('The order is changed')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toContainText('$345.00');
  await expect(main.getByText('100 → 300 pcs')).toBeVisible();
  await expect(main.getByText(rail.name)).toHaveCount(0);
});
