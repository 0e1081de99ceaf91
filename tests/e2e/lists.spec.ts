import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { List, ListLine } from '#contract/lists/schema.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { SHIP_TO } from '../fixtures/purchases.ts';
import { type Caller, cartLines, openAccount, proveAddress } from './arrange.ts';
import type { Shop } from './shop.ts';
import { enter, expect, newPerson, test } from './test.ts';

async function saveList(buyer: Caller, name: string, lines: Omit<ListLine, '_id' | 'position'>[]) {
  const body = { name, lines: lines.map((line, position) => ({ _id: randomUUID(), position, ...line })) };
  return (await buyer.call<{ insertedId: string }>('POST /lists', body)).insertedId;
}

/** A company of a buyer, of which another person is a member; returns its id. */
async function openCompany(shop: Shop, buyer: Caller, other: Caller): Promise<string> {
  await proveAddress(shop, buyer.email);
  const { insertedId } = await buyer.call<{ insertedId: string }>('POST /companies', {
    ...{ name: 'Acme Motors', address: SHIP_TO },
  });
  await shop.sql(
    "insert into members (buyer_id, user_id, roles) select $1, id, '{buyer}' from users where email = $2",
    [insertedId, other.email],
  );
  return insertedId;
}

test('a list is priced, renamed, changed and added to the order once; what is taken out can come back', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const [fan, rail] = [await addProduct(), await addProduct()];
  const id = await saveList(buyer, 'Board A', [
    { productId: fan._id, quantity: 200, customerRef: '0042' },
    { productId: rail._id, quantity: 100 },
    { raw: '5x no such thing 000', quantity: 5 },
  ]);
  const read = () => buyer.call<List>(`GET /lists/${id}`);
  await enter(page, shop, buyer, '/dashboard/lists');
  const row = page.getByRole('row').filter({ hasText: 'Board A' });
  await expect(row.getByRole('cell').nth(1)).toHaveText('3');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(`/dashboard/lists/${id}`);
  const line = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(line(fan.name).getByRole('cell').nth(3)).toHaveText('$230.00');
  await expect(line(fan.name)).toContainText('0042');
  await expect(line('no such thing')).toContainText('No such part is known');
  await expect(line('Total today')).toContainText('$345.00');

  const quantity = page.getByLabel(`Quantity of ${fan.name}`);
  await quantity.fill('1,000');
  await quantity.press('Enter');
  await expect(line('Total today')).toContainText('$1,265.00');
  // What is no number is taken back.
  await quantity.fill('many');
  await quantity.blur();
  await expect(quantity).toHaveValue('1,000');
  await expect.poll(async () => (await read()).lines![0]!.quantity).toBe(1_000);

  await page.getByRole('button', { name: `Remove ${rail.name} from the list` }).click();
  await expect(line(rail.name)).toHaveCount(0);
  await expect.poll(async () => (await read()).lines!.length).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line(rail.name)).toBeVisible();
  await expect.poll(async () => (await read()).lines!.length).toBe(3);

  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name of the list').fill('Board B');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Board B');
  await expect.poll(async () => (await read()).name).toBe('Board B');

  await page.getByRole('button', { name: 'Add all to the order' }).dblclick();
  await expect(page.getByRole('button', { name: 'Go to the order' })).toBeVisible();
  await expect
    .poll(() => cartLines(buyer))
    .toEqual([
      [fan._id, 1_000],
      [rail._id, 100],
      [null, 5],
    ]);

  // On the next visit the page says what is in the order already, and adds what is missing, as one step.
  await page.getByRole('button', { name: 'Go to the order' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => cartLines(buyer)).toEqual([]);
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await page.goBack();
  const addAll = page.getByRole('button', { name: 'Add all to the order' });
  const dialog = page.getByRole('dialog', { name: 'Add the list Board B to the order' });
  await addAll.click();
  await expect(dialog.getByRole('group', { name: 'All 3 lines are in your order already.' })).toBeVisible();
  await expect(dialog.getByLabel('Add nothing')).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Open the order' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(addAll).toBeFocused();
  await expect.poll(async () => (await cartLines(buyer)).length).toBe(3);
  const { lines: inCart = [] } = await buyer.call<List>('GET /lists/cart');
  const halved = { ...inCart[0]!, quantity: 600 };
  const ops = [
    { op: 'put', line: halved },
    { op: 'remove', _id: inCart[1]!._id },
  ];
  await buyer.call('PATCH /lists/cart', { version: 0, ops });
  await addAll.click();
  await expect(dialog.getByRole('group', { name: '1 of 3 lines is in your order already.' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 2 lines to the order' }).dblclick();
  await expect(dialog).toHaveCount(0);
  const whole = [
    [fan._id, 600],
    [null, 5],
    [fan._id, 400],
    [rail._id, 100],
  ];
  await expect.poll(() => cartLines(buyer)).toEqual(whole);
  await expect(page.getByRole('button', { name: 'Added to the order' })).toBeVisible();

  // The order is saved as another list.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Lists' }).click();
  await page.getByRole('button', { name: 'Save the order as a list' }).click();
  await page.getByLabel('Name of the list').fill('Of the order');
  await page.getByRole('button', { name: 'Save 4 lines' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Of the order' })).toContainText('4');

  await page.getByRole('button', { name: 'Delete the list Board B' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Board B' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Board B' })).toContainText('3');
});

test('a list is shared by a link, which others read and copy until it ends; it is saved as a file', async ({
  page,
  shop,
  buyer,
  addProduct,
  browser,
}) => {
  const fan = await addProduct();
  const id = await saveList(buyer, 'Board A', [{ productId: fan._id, quantity: 200, customerRef: '0042' }]);
  await enter(page, shop, buyer, `/dashboard/lists/${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Board A.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain(`${fan.sku},,,${fan.name},200,0042,,1.15,230`);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('region', { name: 'Share this list' });
  await expect(sheet).toContainText('Nobody else can read this list.');
  await sheet.getByRole('button', { name: 'Make a link' }).click();
  const link = (await sheet.getByText(`/dashboard/lists/${id}?key=`).textContent())!;

  const other = await openAccount(shop.origin, newPerson());
  const theirs = await (await browser.newContext({ baseURL: shop.origin })).newPage();
  await enter(theirs, shop, other, link);
  await expect(theirs.getByText('shared with you')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /^(Rename|Share|Delete|Remove)/ })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Copy to my lists' }).click();
  await expect(theirs).not.toHaveURL(/key=/);
  await expect(theirs.getByRole('button', { name: 'Rename' })).toBeVisible();
  expect((await other.call<List[]>('GET /lists')).filter(({ name }) => name === 'Board A')).toHaveLength(1);

  await sheet.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(sheet).toContainText('Nobody else can read this list.');
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(theirs.getByText('shared with you')).toHaveCount(0);
  await theirs.context().close();
});

test('a list is shared with a colleague, who changes it; an order is handed over, and the colleague orders it', async ({
  page,
  shop,
  buyer,
  browser,
  addProduct,
}) => {
  const fan = await addProduct();
  const other = await openAccount(shop.origin, newPerson());
  const companyId = await openCompany(shop, buyer, other);
  const { email, password } = buyer;
  const boss = await openAccount(shop.origin, { email, password }, companyId);
  const id = await saveList(boss, 'Board A', [{ productId: fan._id, quantity: 200 }]);
  await boss.call('PATCH /lists/cart', {
    version: 0,
    ops: [{ op: 'put', line: { _id: randomUUID(), position: 1, productId: fan._id, quantity: 300 } }],
  });

  await enter(page, shop, buyer, `/dashboard/lists/${id}`, companyId);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('region', { name: 'Share this list' });
  await expect(sheet.getByLabel('Private')).toBeChecked();
  await sheet.getByLabel('Can view').press('ArrowDown');
  await expect(sheet.getByLabel('Can edit')).toBeChecked();
  await expect(page.getByText('colleagues can edit it')).toBeVisible();

  const theirs = await (await browser.newContext({ baseURL: shop.origin })).newPage();
  await enter(theirs, shop, other, '/dashboard/lists', companyId);
  const row = theirs.getByRole('row').filter({ hasText: 'Board A' });
  await expect(row).toContainText(`By ${buyer.name}`);
  await expect(row).toContainText('You can edit');
  await expect(row.getByRole('button')).toHaveCount(0);
  await row.getByRole('link').click();
  await theirs.getByLabel(`Quantity of ${fan.name}`).fill('500');
  await theirs.keyboard.press('Enter');
  const read = () => boss.call<List>(`GET /lists/${id}`);
  await expect.poll(async () => (await read()).lines![0]!.quantity).toBe(500);
  await expect(theirs.getByRole('button', { name: /^(Share|Delete)/ })).toHaveCount(0);

  await page.goto('/order');
  await page.getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over your order' });
  const hand = dialog.getByRole('button', { name: 'Hand over 1 line' });
  await hand.click();
  await expect(dialog.getByText('Choose who gets the lines.')).toBeVisible();
  await dialog.getByLabel('Colleague').selectOption({ label: `${other.name}, ${other.email}` });
  await hand.dblclick();
  await expect(page.getByText(`Handed over to ${other.name}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hand over' })).toBeDisabled();
  expect(await cartLines(boss)).toEqual([]);

  await theirs.goto('/dashboard/lists');
  await theirs.getByRole('link', { name: `Cart of ${buyer.name}` }).click();
  await theirs.getByRole('button', { name: 'Add all to the order' }).click();
  await theirs.goto('/order/checkout');
  await theirs.getByRole('button', { name: 'Place order' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: /^Order NB-\d+ placed$/ })).toBeVisible();
  const [placed] = await boss.call<PurchaseDetail[]>(`GET /purchases?email=${email}`);
  expect(placed!.total).toBe(345);
  await theirs.context().close();
});

test('a deleted list can be had back on every page; the message covers no foot, and ends with the session', {
  tag: '@nightly',
}, async ({ page, shop, buyer, addProduct }) => {
  const fan = await addProduct();
  for (const name of ['Board A', 'Board B'])
    await saveList(buyer, name, [{ productId: fan._id, quantity: 200 }]);
  const names = async () => {
    const lists = await buyer.call<List[]>('GET /lists');
    return lists.flatMap(({ kind, name }) => (kind === 'saved' ? [name] : [])).sort();
  };
  const undo = page.locator('.toasts').getByRole('button', { name: 'Undo' });
  await enter(page, shop, buyer, '/dashboard/lists');
  await page.getByRole('button', { name: 'Delete the list Board A' }).click();
  await expect(undo).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page).toHaveURL('/');
  await undo.click();
  await expect(page.getByText('The list is back')).toBeVisible();
  await expect.poll(names).toEqual(['Board A', 'Board B']);

  await page.goto('/dashboard/lists');
  await page.getByRole('link', { name: 'Board A' }).click();
  await page.getByRole('button', { name: 'Add all to the order' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(undo).toBeVisible();
  await page.getByRole('link', { name: 'Order pad' }).first().click();
  const checkout = page.getByRole('link', { name: 'Checkout' });
  for (const size of [
    { width: 1366, height: 768 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    await expect(undo).toBeVisible();
    // Nothing lies on it.
    await checkout.click({ trial: true });
  }

  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('button', { name: 'SignOut' }).click();
  await expect(undo).toHaveCount(0);
  expect(await names()).toEqual(['Board B']);
});
