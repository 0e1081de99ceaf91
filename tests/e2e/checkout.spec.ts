import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Address } from '#contract/address-book/schema.ts';
import type { List } from '#contract/lists/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Purchase, PurchaseDetail } from '#contract/purchases/schema.ts';
import { SHIP_TO } from '../fixtures/purchases.ts';
import { type Caller, proveAddress } from './arrange.ts';
import { expectAccessible } from './axe.ts';
import type { Shop } from './shop.ts';
import { enter, expect, test, typeCard } from './test.ts';
import { type State, walk } from './walk.ts';

type Wanted = [product: Product, quantity: number];

async function fillCart(buyer: Caller, wanted: Wanted[]): Promise<void> {
  const ops = wanted.map(([{ _id }, quantity], n) => ({
    op: 'put',
    line: { _id: randomUUID(), position: n + 1, productId: _id, quantity, customerRef: `REF-${n + 1}` },
  }));
  await buyer.call('PATCH /lists/cart', { version: 0, ops });
}

/** Opens checkout with these lines, and an address in the book. */
async function open(page: Page, shop: Shop, buyer: Caller, wanted: Wanted[]): Promise<void> {
  await proveAddress(shop, buyer.email);
  await fillCart(buyer, wanted);
  await buyer.call('POST /addresses', { shipTo: SHIP_TO });
  await enter(page, shop, buyer, '/order/checkout');
  await expect(rowsOf(page)).toHaveCount(wanted.length);
}

const rowsOf = (page: Page) => page.locator('.checkout-table tbody tr');
const placing = (page: Page) => page.getByRole('button', { name: /^Place (order|\d+ orders)$/ });
const total = (page: Page) => page.getByRole('complementary', { name: 'Total' });
const purchasesOf = (buyer: Caller) => buyer.call<Purchase[]>(`GET /purchases?email=${buyer.email}`);
const cartOf = async (buyer: Caller) => (await buyer.call<List>('GET /lists/cart')).lines!;

async function expectPlaced(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^Order NB-\d+ placed$/ })).toBeFocused();
}

test('the cart becomes an order under its PO number, once, and is paid', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const [fan, cable] = [await addProduct(), await addProduct({ price: 2 })];
  await proveAddress(shop, buyer.email);
  await fillCart(buyer, [
    [fan, 100],
    [cable, 200],
  ]);
  await enter(page, shop, buyer, '/order/checkout');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowsOf(page).first()).toContainText('REF-1');
  await expect(total(page)).toContainText('$515.00');
  await expect(total(page)).toContainText('reserves the stock for 24 hours');

  // What is missing is said at its field, and nothing is sent.
  await placing(page).click();
  await expect(page.getByLabel('Street')).toBeFocused();
  await expect(page.getByLabel('Street')).toHaveAccessibleDescription(/Street is Required/);
  await page.getByLabel('Street').fill('1 Dock Road\nGate 4');
  // What no invoice can print is said at its field, too.
  await page.getByLabel('City').fill('Oakland 😀');
  await expect(page.getByLabel('City')).toHaveAccessibleDescription('The invoice cannot print: 😀');
  await page.getByLabel('City').fill('Oakland');
  await page.getByLabel('ZIP or postal code').fill('94607');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await page.getByLabel('PO number').fill('PO-4711');
  await page.getByLabel('Cost center').fill('R&D');
  await page.getByLabel('Delivery instructions').fill('All at once');
  await page.getByLabel('Order notes').fill('Ring\nat gate 4');
  // A reload loses nothing that was typed.
  await page.reload();
  await expect(page.getByLabel('Street')).toHaveValue('1 Dock Road\nGate 4');
  await placing(page).dblclick();
  await expectPlaced(page);
  const [purchase, ...others] = await purchasesOf(buyer);
  expect(others).toEqual([]);
  expect(purchase).toMatchObject({
    ...{ total: 515, lineCount: 2, poNumber: 'PO-4711', costCentre: 'R&D', deliveryWish: 'All at once' },
    shipTo: { street: ['1 Dock Road', 'Gate 4'], city: 'Oakland' },
  });
  const { lines } = await buyer.call<PurchaseDetail>(`GET /purchases/${purchase!._id}`);
  expect(lines.map(({ customerRef, quantity }) => [customerRef, quantity])).toEqual([
    ['REF-1', 100],
    ['REF-2', 200],
  ]);
  expect(await cartOf(buyer)).toEqual([]);
  expect(await buyer.call('GET /addresses')).toHaveLength(1);

  // Neither a reload nor going back and coming again places it twice.
  await page.reload();
  await expect(page.getByRole('heading', { name: `Order ${purchase!.number} placed` })).toBeVisible();
  await expect(page.getByText(/is held for you until/)).toBeVisible();
  const payNow = page.getByRole('link', { name: `Pay ${purchase!.number} now` });
  await expect(payNow).toHaveAttribute('href', `/dashboard/payment/${purchase!._id}`);
  await payNow.click();
  await expect(page).toHaveURL(`/dashboard/payment/${lines[0]!._id}`);
  await page.goBack();
  await expect(page.getByRole('heading', { name: `Order ${purchase!.number} placed` })).toBeVisible();
  expect(await purchasesOf(buyer)).toHaveLength(1);

  // Back after the payment, it does not ask for it again.
  await payNow.click();
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('dialog').getByText('Congrats! Your Payment is Completed.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Placed' })).toContainText('Paid.');
  await expect(payNow).toHaveCount(0);

  // The same PO number again is no more than a warning; the address is the one of last time.
  await fillCart(buyer, [[fan, 100]]);
  await page.goto('/order/checkout');
  await expect(page.getByRole('radio', { name: /1 Dock Road/ })).toBeChecked();
  await page.getByLabel('PO number').fill('po-4711');
  await page.getByLabel('PO number').blur();
  await expect(page.getByText(`You used this PO number on ${purchase!.number}.`)).toBeVisible();
  await placing(page).click();
  await expectPlaced(page);
  expect(await purchasesOf(buyer)).toHaveLength(2);
});

test('a price that has changed meanwhile is shown in its line, and accepted with one key', async ({
  page,
  shop,
  admin,
  buyer,
  addProduct,
}) => {
  const [fan, cable] = [await addProduct(), await addProduct()];
  await open(page, shop, buyer, [
    [fan, 100],
    [cable, 100],
  ]);
  await expect(total(page)).toContainText('$230.00');
  await page.getByLabel('PO number').fill('PO-1');
  await admin.call(`PATCH /products/${cable._id}`, { price: 1.5, revision: cable.revision });
  await placing(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'together it is $265.00 now' })).toBeVisible();
  await expect(rowsOf(page).nth(1)).toContainText('$1.50');
  await expect(rowsOf(page).nth(1).getByText('$1.15')).toBeVisible();
  await expect(rowsOf(page).nth(1).getByText('$115.00')).toBeVisible();
  await expect(total(page)).toContainText('All lines together were $230.00, and are $265.00 now.');
  await expect(placing(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Accept the new price' }).press('Enter');
  await expect(page.getByLabel('PO number')).toHaveValue('PO-1');
  await placing(page).click();
  await expectPlaced(page);
  expect((await purchasesOf(buyer)).map((one) => one.total)).toEqual([265]);
});

test('a line that others have bought meanwhile is mended in place: what is left is taken, or it waits', async ({
  page,
  shop,
  admin,
  buyer,
  addProduct,
}) => {
  const [fan, cable, rack] = [await addProduct(), await addProduct(), await addProduct()];
  await open(page, shop, buyer, [
    [fan, 400],
    [cable, 400],
    [rack, 100],
  ]);
  await expect(placing(page)).toBeEnabled();
  for (const [part, available] of [
    [fan, 150],
    [cable, 0],
  ] as const)
    await admin.call(`PATCH /products/${part._id}`, { available, revision: part.revision });
  await placing(page).click();
  const [first, second] = [rowsOf(page).nth(0), rowsOf(page).nth(1)];
  await expect(first).toBeFocused();
  await expect(first).toContainText('Only 150 are left for this line.');
  await expect(second).toContainText('None are left for this line.');
  expect(await purchasesOf(buyer)).toEqual([]);
  await first.getByRole('button', { name: /Order 150/ }).click();
  await expect(first).toContainText('$172.50');
  await second.getByRole('button', { name: 'Move to “later”' }).click();
  // It is the row that followed.
  await expect(second).toBeFocused();
  await expect(second).toContainText(rack.name);
  await expect(total(page)).toContainText('1 line stays in the cart for later.');
  await expect(placing(page)).toBeEnabled();
  await placing(page).click();
  await expectPlaced(page);
  expect((await purchasesOf(buyer)).map((one) => one.total)).toEqual([287.5]);
  expect((await cartOf(buyer)).map(({ productId }) => productId)).toEqual([cable._id]);
});

test('the good lines are ordered with one key, and the wrong ones stay in the cart; moved to “later” first, the focus stays beside them', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const [fan, cable, rack] = [await addProduct(), await addProduct({ available: 50 }), await addProduct()];
  await open(page, shop, buyer, [
    [fan, 100],
    [cable, 100],
    [rack, 20],
  ]);
  await expect(total(page)).toContainText('2 lines need attention before this can be ordered.');
  await expect(placing(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Move 2 lines to “later”' }).press('Enter');
  const takeBack = page.getByRole('button', { name: 'Order them too' });
  await expect(takeBack).toBeFocused();
  await takeBack.press('Enter');
  await page.getByRole('button', { name: /^Place order without/ }).press('Enter');
  await expectPlaced(page);
  expect((await purchasesOf(buyer)).map((one) => one.total)).toEqual([115]);
  expect((await cartOf(buyer)).map(({ productId }) => productId)).toEqual([cable._id, rack._id]);
});

test('on a phone the total and the button that places the order stay in view', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const parts = await Promise.all(Array.from({ length: 8 }, () => addProduct()));
  await open(
    page,
    shop,
    buyer,
    parts.map((part): Wanted => [part, 100]),
  );
  await expect(placing(page)).toBeEnabled();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(placing(page)).toBeInViewport({ ratio: 1 });
  await expect(total(page).getByText('$920.00')).toBeInViewport({ ratio: 1 });
  await rowsOf(page).nth(4).scrollIntoViewIfNeeded();
  await expect(placing(page)).toBeInViewport({ ratio: 1 });
});

test('more than a card can be charged is split into orders that fit, and a lost answer places none twice', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const [dear, dearer] = [
    await addProduct({ price: 6_000 }),
    await addProduct({ price: 300, available: 9_000 }),
  ];
  await open(page, shop, buyer, [
    [dear, 100],
    [dear, 100],
    [dearer, 5_000],
  ]);
  await expect(total(page)).toContainText('A card can be charged $999,999.99 at once');
  await expect(placing(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Split it into orders that fit' }).press('Enter');
  // 5,000 pieces of $300 make two lines of 2,500.
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(page.getByRole('listitem').filter({ hasText: /^Order 4, 1 line/ })).toBeVisible();

  // The second one is placed, and its answer lost.
  let asked = 0;
  await page.route('**/purchases', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    asked += 1;
    if (asked !== 2) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Place 4 orders' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
  expect(await purchasesOf(buyer)).toHaveLength(2);
  // It is found by its key, as its lines have left the cart.
  await expect(page.getByRole('heading', { name: '2 orders placed' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: '2 orders placed' })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Split it into 2 orders' }).click();
  await page.getByRole('button', { name: 'Place 2 orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '4 orders placed' })).toBeFocused();
  const purchases = await purchasesOf(buyer);
  expect(purchases.map((one) => one.total).sort()).toEqual([600_000, 600_000, 750_000, 750_000]);
  expect(await cartOf(buyer)).toEqual([]);
});

test('whoever has not confirmed their email address is told before placing how many orders may wait for their payment', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const dear = await addProduct({ price: 6_000 });
  await fillCart(buyer, [
    [dear, 100],
    [dear, 100],
  ]);
  await buyer.call('POST /addresses', { shipTo: SHIP_TO });
  await enter(page, shop, buyer, '/order/checkout');
  const may = 'one order may wait for its payment, or several of $500,000.00 in total';
  await expect(total(page)).toContainText(`Until your email address is confirmed, ${may}.`);
  await page.getByRole('button', { name: 'Split it into 2 orders' }).click();
  await expect(total(page)).toContainText(
    `Your email address is not confirmed. Until it is, ${may}. So only the first of these 2 can be placed now. The rest stays in the cart.`,
  );
  await expect(total(page).locator('output')).toHaveText('$600,000.00');
  await page.getByRole('button', { name: 'Place 1 order now' }).press('Enter');
  await expectPlaced(page);
  // How long its stock is held comes a moment later, and moves what is below it.
  await expect(page.getByText('Its stock is held for you until')).toBeVisible();
  await page.getByRole('button', { name: 'Check out what is left in the cart' }).click();
  await expect(total(page)).toContainText('You have orders that wait, so this one cannot be placed yet.');
  await expect(placing(page)).toBeDisabled();
  await expectAccessible(page, { part: '.checkout-box' });
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(`Sent to ${buyer.email}.`)).toBeVisible();
  // They confirm it in another tab, and come back.
  await proveAddress(shop, buyer.email);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await placing(page).click();
  await expect.poll(async () => (await purchasesOf(buyer)).length).toBe(2);
});

test('an order that was not answered, or that the shop had no time for, is not placed by taking its lines out', {
  tag: '@nightly',
}, async ({ page, shop, buyer, addProduct }) => {
  await open(page, shop, buyer, [[await addProduct(), 100]]);
  let asked = 0;
  await page.route('**/purchases', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    asked += 1;
    if (asked > 2) return route.fallback();
    if (asked === 1) return route.abort();
    return route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 503, code: 'overloaded' }),
    });
  });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/lists/*', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    return route.fallback();
  });
  for (const times of [1, 2]) {
    await placing(page).click();
    await expect.poll(() => asked).toBe(times);
    await expect(placing(page)).toBeEnabled();
  }
  await page.getByRole('link', { name: /^Cart: 1 line/ }).click();
  const removal = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: /^Remove / }).click();
  await removal;
  await expect(page.getByText('Your cart is empty.')).toBeAttached();
  expect(asked).toBe(2);
  letGo();
  await expect.poll(() => cartOf(buyer)).toEqual([]);
  expect(await purchasesOf(buyer)).toEqual([]);
});

test('is used by keyboard alone', async ({ page, shop, buyer, addProduct }) => {
  const scarce = await addProduct({ available: 150 });
  await open(page, shop, buyer, [
    [await addProduct(), 100],
    [scarce, 100],
    [scarce, 100],
  ]);
  await expect(
    page.getByText('2 lines need', { exact: false }).or(page.getByText('One line needs')),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Show/ }).press('Enter');
  await expect(rowsOf(page).nth(2)).toBeFocused();
  await page.keyboard.press('Tab');
  while (
    !(await page.getByRole('button', { name: 'Remove' }).evaluate((it) => it === document.activeElement))
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('radio', { name: 'Another address' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Recipient')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /1 Dock Road/ })).toBeChecked();
  await page.getByLabel('PO number').focus();
  await page.keyboard.type('PO-1');
  await expect(placing(page)).toBeEnabled();
  // Enter in a field leads to the next one: only the button places the order.
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Cost cent/)).toBeFocused();
  await placing(page).press('Enter');
  await expectPlaced(page);
  expect((await purchasesOf(buyer)).map((one) => [one.poNumber, one.lineCount])).toEqual([['PO-1', 2]]);
});

test('axe finds nothing at checkout, after it and in the address book, which fit on a narrow phone', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const product = await addProduct();
  await open(page, shop, buyer, [
    [product, 100],
    [product, 7],
  ]);
  const states: State[] = [
    {
      name: 'checkout with a wrong line and another address',
      reach: (page) => page.getByRole('radio', { name: 'Another address' }).check(),
      shows: (page) => page.getByText('The minimum is 100 pcs.'),
    },
    {
      name: 'order placed',
      reach: async (page) => {
        await page.getByRole('button', { name: 'Move to “later”' }).first().click();
        await page.getByRole('radio', { name: /1 Dock Road/ }).check();
        await placing(page).click();
      },
      shows: (page) => page.getByRole('heading', { level: 1, name: /^Order NB-\d+ placed$/ }),
    },
    {
      name: 'address book',
      path: '/dashboard/addresses',
      shows: (page) => page.getByText('Last used'),
    },
  ];
  await walk(page, states);
});

test('in a low window, as at 200 % zoom, nothing sticks: at checkout, on the pad, and in the list of parts', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const product = await addProduct();
  await page.setViewportSize({ width: 640, height: 384 });
  await open(page, shop, buyer, [[product, 100]]);
  const sticking = () =>
    page.locator('body *').evaluateAll((all) =>
      all
        .filter((one) => {
          const { position, display } = getComputedStyle(one);
          return position === 'sticky' && display !== 'none' && !one.closest('dialog');
        })
        .map(({ className }) => className),
    );
  expect(await sticking()).toEqual([]);
  for (const path of ['/order', '/allProducts?view=list', `/products/${product._id}`, '/dashboard']) {
    await page.goto(path);
    expect(await sticking(), path).toEqual([]);
  }
});

test('an address of a country that is no longer taken is told at checkout, and mended from there with nothing lost', {
  tag: '@nightly',
}, async ({ page, shop, buyer, addProduct }) => {
  const fan = await addProduct();
  await open(page, shop, buyer, [[fan, 100]]);
  // It was kept when such codes were taken.
  await shop.sql(
    `update addresses set ship_to = jsonb_set(ship_to, '{country}', '"XK"')
     where user_id = (select id from users where email = $1)`,
    [buyer.email],
  );
  await page.reload();
  const option = page.getByRole('radio', { name: /1 Dock Road/ });
  await expect(option).toBeChecked();
  await expect(page.locator('.address-option', { has: option })).toContainText('Its country (XK) is none');
  await page.getByLabel('PO number').fill('PO-77');
  await placing(page).click();
  await expect(page.getByText('Edit the address, or choose another one. Nothing was ordered.')).toBeVisible();
  await expect(option).toBeFocused();
  expect(await purchasesOf(buyer)).toEqual([]);

  await page.getByRole('link', { name: 'Edit the address' }).click();
  const country = page.getByLabel('Country');
  await expect(country).toHaveAccessibleDescription('Choose a country');
  await expect(country).toBeFocused();
  await country.selectOption('Germany');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/order/checkout');
  await expect(option).toBeChecked();
  await expect(page.getByLabel('PO number')).toHaveValue('PO-77');
  await expect(page.getByRole('link', { name: 'Edit the address' })).toHaveCount(0);
  await placing(page).click();
  await expectPlaced(page);
});

test('the address book is kept: added, changed, made the default, deleted, and back by Undo', async ({
  page,
  shop,
  buyer,
}) => {
  await enter(page, shop, buyer, '/dashboard/addresses');
  await page.getByRole('button', { name: 'Add an address' }).click();
  await expect(page.getByLabel('Recipient')).toBeFocused();
  await page.getByLabel('Recipient').fill('Grace Hopper');
  await page.getByLabel('Street').fill('1 Dock Road');
  await page.getByLabel('City').fill('Hamburg');
  await page.getByLabel('ZIP or postal code').fill('20457');
  await page.getByLabel('Country').selectOption('Germany');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Phone is Required/);
  await page.getByLabel('Phone').fill('+49 40 5550100');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Grace Hopper' });
  await expect(card).toContainText('Germany');
  await card.getByRole('button', { name: /^Edit/ }).click();
  await page.getByLabel('Company').fill('Compilers Ltd');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('Compilers Ltd');
  await card.getByRole('button', { name: /the default$/ }).click();
  await expect(card.getByText('Default', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: /^Delete/ }).click();
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByText('Default', { exact: true })).toBeVisible();
});

test('an invoice names the billing address that is chosen at checkout, until it is paid another one or none', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const fan = await addProduct();
  await open(page, shop, buyer, [[fan, 100]]);
  // Who has no billing address is not asked.
  await expect(page.getByRole('group', { name: 'Ship to' })).toBeVisible();
  const invoiceTo = page.getByRole('group', { name: 'Invoice to' });
  await expect(invoiceTo).toHaveCount(0);
  await page.getByRole('link', { name: 'Change your addresses' }).click();
  await page.getByRole('button', { name: 'Add an address' }).click();
  await page.getByLabel('Recipient').fill('Accounts payable');
  await page.getByLabel('Street').fill('PO Box 7');
  await page.getByLabel('City').fill('Oakland');
  await page.getByLabel('ZIP or postal code').fill('94604');
  await page.getByLabel('Phone').fill('+1 555 0107');
  await page.getByLabel('Used for').selectOption('Invoices');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Accounts payable' });
  await expect(card.getByText('Invoices', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: /the default$/ })).toHaveCount(0);

  await page.goto('/order/checkout');
  await expect(invoiceTo.getByRole('radio', { name: 'Your name, without an address' })).toBeChecked();
  await expect(page.getByRole('group', { name: 'Ship to' }).getByText('PO Box 7')).toHaveCount(0);
  await invoiceTo.getByRole('radio', { name: /PO Box 7/ }).check();
  await page.reload();
  await expect(invoiceTo.getByRole('radio', { name: /PO Box 7/ })).toBeChecked();

  // One that is gone meanwhile is not replaced by another one unasked.
  const book = await buyer.call<Address[]>('GET /addresses');
  const { _id: gone, shipTo } = book.find(({ use }) => use === 'bill')!;
  await buyer.call(`DELETE /addresses/${gone}`);
  await page.reload();
  await expect(invoiceTo).toContainText('not in the book any more. Choose again.');
  await placing(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was ordered' })).toBeVisible();
  await buyer.call('POST /addresses', { shipTo, use: 'bill' });
  await page.reload();
  await invoiceTo.getByRole('radio', { name: /PO Box 7/ }).check();
  await placing(page).click();
  await expectPlaced(page);
  const [purchase] = await purchasesOf(buyer);
  await page.goto(`/dashboard/purchases/${purchase!._id}`);
  const facts = page.getByRole('region', { name: 'Facts of the order' });
  await expect(facts).toContainText('PO Box 7');
  await page.getByRole('button', { name: 'Change the details' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /PO Box 7/ })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Your name, without an address' }).check();
  await dialog.getByRole('button', { name: 'Change the details' }).click();
  await expect(facts).not.toContainText('PO Box 7');
  await expect(facts.getByText(new RegExp(`${buyer.name}\\n${buyer.email}$`))).toBeVisible();
});
