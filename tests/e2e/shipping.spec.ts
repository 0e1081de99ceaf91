import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatMoney } from '#contract/kernel/money.ts';
import type { Product } from '#contract/products/schema.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { readPages } from '../fixtures/pdf.ts';
import { picture } from '../hostile-pictures.ts';
import { buyPurchase, placePurchase } from './arrange.ts';
import { expectAccessible } from './axe.ts';
import { enter, expect, test } from './test.ts';

/** Comes back to a page after a minute, when what it shows is old enough to be fetched again. */
async function lookAgainLater(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await new Promise((done) => setTimeout(done));
    Date.now = now;
  });
}

test('a paid purchase of five lines goes out in two shipments, 20 pieces come back, 15 are on sale again, and their money goes back', async ({
  page,
  browser,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  // From the order to the credit note: the longest journey.
  test.slow();
  const products: Product[] = [];
  for (let n = 0; n < 5; n += 1) products.push(await addProduct());
  const { _id: id, number, lines } = await buyPurchase(shop, buyer, products);
  const { total } = lines[0]!;
  const read = () => buyer.call<PurchaseDetail>(`GET /purchases/${id}`);

  // Staff pick it, and ship the first three lines.
  // Alone in the list: what is marked is told in a bar above the foot of the page, which would cover the foot of a longer list.
  await enter(page, shop, admin, `/dashboard/shipping?q=${number}`);
  const main = page.getByRole('main');
  const steps = (of: Page) => of.getByRole('list', { name: 'Progress of the order' }).getByRole('listitem');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Shipping');
  await main.getByRole('checkbox', { name: `Mark ${number}` }).check();
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Pick list of 1' }).click();
  await expect(main.getByRole('row').filter({ hasText: `${number}: 100` })).toHaveCount(5);

  // Before it goes out, it is to go elsewhere.
  await page.goto(`/dashboard/purchases/${id}`);
  await main.getByRole('button', { name: 'Change the address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'City' }).fill('');
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill('Ada Lovelace');
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await expect(dialog.getByText('City is Required')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'City' }).fill('Reno');
  // Somebody else was quicker, and the page behind the dialog has it already: it is not what was seen.
  const { shipTo } = await read();
  const faster = { ...shipTo, name: 'Alan Turing', city: 'Sparks', phone: '+1 555 0199' };
  await admin.call(`PUT /purchases/${id}/address`, { shipTo: faster });
  await lookAgainLater(page);
  await expect(main.locator('dd', { hasText: 'Alan Turing' })).toContainText('Sparks');
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await expect(dialog.getByText('Somebody else has changed the address meanwhile.')).toBeVisible();
  const now = dialog.getByText('It has now:');
  for (const said of ['Alan Turing', 'Sparks', '0199']) await expect(now).toContainText(said);
  await expect(dialog.getByRole('textbox', { name: 'City' })).toHaveValue('Reno');
  await expect(dialog.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 555 0199');
  await dialog.getByRole('button', { name: 'Change the address' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(main.getByRole('definition').filter({ hasText: 'Ada Lovelace' })).toContainText('Reno');
  await expect(main.getByText('Before: Grace Hopper')).toBeVisible();

  await page.goto('/dashboard/shipping');
  await main.getByRole('link', { name: number }).click();
  await expect(dialog.getByRole('heading')).toHaveText(`Ship ${number}`);
  const pieces = (product: Product) => dialog.getByRole('textbox', { name: product.name });
  await expect(pieces(products[4]!)).toHaveValue('100');
  await dialog.getByRole('button', { name: 'Count from 0' }).click();
  const scanner = dialog.getByRole('textbox', { name: 'Scan SKU or EAN' });
  for (const code of [products[0]!.sku, products[0]!.sku.toLowerCase(), 'none']) {
    await scanner.fill(code);
    await scanner.press('Enter');
  }
  await expect(dialog.getByText('No line has none.')).toBeVisible();
  await expect(pieces(products[0]!)).toHaveValue('2');
  for (const product of products.slice(0, 3)) await pieces(product).fill('100');
  await pieces(products[1]!).fill('101');
  await dialog.getByRole('combobox', { name: 'Carrier (optional)' }).fill('ups');
  await dialog.getByRole('textbox', { name: 'Tracking number (optional)' }).fill('1Z 999');
  // Enter ends a scan, in any field; only with Ctrl it sends.
  await page.keyboard.press('Enter');
  await expect(pieces(products[0]!)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('100 pcs are left')).toBeVisible();
  await pieces(products[1]!).fill('100');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(steps(page)).toContainText(['Placed', 'Paid', 'Shipped in part', 'Not yet']);

  // The rest.
  await main.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(pieces(products[4]!)).toHaveValue('100');
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(steps(page)).toContainText(['Placed', 'Paid', 'Shipped in part', /^Shipped\w{3} \d/]);
  await expect(main.getByRole('button', { name: 'Ship', exact: true })).toHaveCount(0);
  expect((await read()).shipments).toHaveLength(2);
  const shipments = main.getByRole('region', { name: 'Shipments' });
  for (const [nth, button, file] of [
    [0, 'Packing slip (PDF)', `${number} packing slip 1.pdf`],
    [1, 'Label 100 × 150 mm (PDF)', `${number} label 2.pdf`],
  ] as const) {
    const saved = page.waitForEvent('download');
    await shipments.getByRole('button', { name: button }).nth(nth).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe(file);
    const text = readPages(await readFile(await download.path())).join('');
    for (const said of [number, 'Ada Lovelace', 'Reno, CA 94607']) expect(text).toContain(said);
  }

  // The buyer follows it, and asks to send 20 pieces back.
  const context = await browser.newContext({ baseURL: shop.origin });
  const theirs = await context.newPage();
  await enter(theirs, shop, buyer, `/dashboard/purchases/${id}`);
  await expect(theirs.getByRole('link', { name: /1Z 999/ })).toHaveAttribute(
    'href',
    'https://www.ups.com/track?tracknum=1Z%20999',
  );
  await theirs.getByRole('button', { name: 'Request a return' }).click();
  const asking = theirs.getByRole('dialog');
  await asking.getByRole('textbox', { name: `Pieces, ${products[0]!.name}` }).fill('20');
  await asking.getByRole('button', { name: 'Request the return' }).click();
  const reason = asking.getByRole('textbox', { name: 'Reason', exact: true });
  await expect(reason).toHaveAccessibleDescription(/Reason is Required/);
  await expect(reason).toBeFocused();
  await reason.fill('Ordered too many');
  const buffer = await picture().png().toBuffer();
  const files = ['bent.png', 'label.png'].map((name) => ({ name, mimeType: 'image/png', buffer }));
  const choice = asking.getByLabel('Pictures (optional, 3 at most)');
  await choice.setInputFiles(files);
  await asking.getByRole('button', { name: 'Remove label.png' }).click();
  await choice.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expectAccessible(theirs);
  await asking.getByRole('button', { name: 'Request the return' }).click();
  await expect(theirs.getByText(/Return awaiting our reply/)).toBeVisible();
  await expect(
    theirs.getByRole('region', { name: 'Shipments and returns' }).getByText('Ordered too many'),
  ).toBeVisible();
  // The one that is no picture is told of, and can be replaced.
  await expect(theirs.getByText(/^no\.png: /)).toBeVisible();
  // The answer about another one is lost: chosen again, it is the same picture.
  const label = test.info().outputPath('label.png');
  await writeFile(label, buffer);
  // Not by a route: it does not see the bytes of a file.
  await theirs.evaluate(() => {
    const { fetch } = window;
    window.fetch = async (...request) => {
      const answer = await fetch(...request);
      if (!answer.url.endsWith('/pictures')) return answer;
      window.fetch = fetch;
      throw new TypeError('The answer is lost');
    };
  });
  const shown = theirs.getByRole('button', { name: /^Show picture/ });
  await theirs.getByLabel('Add a picture').setInputFiles(label);
  await expect(theirs.getByText(/^label\.png: /)).toBeVisible();
  await expect(shown).toHaveCount(2);
  const again = theirs.waitForResponse('**/returns/*/pictures');
  await theirs.getByLabel('Add a picture').setInputFiles(label);
  expect(await (await again).json()).toEqual({ nth: 2 });
  await expect(theirs.getByText(/^label\.png: /)).toHaveCount(0);
  await expect(shown).toHaveCount(2);

  // The overview leads staff to it. They accept it, book 15 in as new and 5 as damaged, and refund them.
  async function openFromOverview(box: RegExp, counted: string): Promise<void> {
    await page.goto('/dashboard/overview');
    const link = page.getByRole('link', { name: box });
    const count = await link.locator('strong').textContent();
    await link.click();
    await expect(main.getByRole('status').filter({ hasText: `${count} ${counted}` })).toBeVisible();
    await expect(main.getByRole('button', { name: /^Receive/ })).toHaveCount(Number(count));
  }
  await openFromOverview(/returns? to answer/, 'to answer');
  const card = main.getByRole('row').filter({ has: page.getByRole('link', { name: number }) });
  await card.getByRole('button', { name: 'Show picture 2 large' }).click();
  await expect(dialog.getByRole('img')).toHaveJSProperty('naturalWidth', 300);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await card.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(card).toHaveCount(0);
  await openFromOverview(/returns? expected/, 'expected');
  await expect(card.getByRole('button', { name: 'Close' })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Receive' }).click();
  await dialog.getByRole('textbox', { name: `As new, ${products[0]!.name}` }).fill('15');
  await dialog.getByRole('textbox', { name: `Not for sale, ${products[0]!.name}` }).fill('5');
  await dialog.getByRole('button', { name: 'Book in' }).click();
  await expect(card).toHaveCount(0);
  // Money is owed for them now: the message leads to it, and the overview, with a list of exactly those.
  await page.getByRole('button', { name: 'Refund 20 pieces' }).click();
  await expect(dialog.getByRole('heading')).toHaveText(`Refund ${number}`);
  await expect(steps(page).last()).toContainText('Returned in part');
  await page.goto('/dashboard/overview');
  const owed = page.getByRole('link', { name: /orders? to refund/ });
  const count = await owed.locator('strong').textContent();
  await owed.click();
  await expect(main.getByText(new RegExp(`^${count} purchases? found`))).toBeVisible();
  const listed = main.getByRole('row').filter({ hasText: number });
  for (const { _id } of lines.slice(0, 3))
    await expect(listed.getByRole('link', { name: _id })).toBeVisible();
  await expect(listed).toContainText('and 2 more ids');
  await main.getByRole('link', { name: number }).click();
  await main.getByRole('button', { name: 'Refund 20 pieces' }).click();
  // What came back is filled in, and the button says what goes back for it.
  const line = dialog.getByRole('row').filter({ hasText: products[0]!.name });
  await expect(dialog.getByRole('columnheader', { name: 'Came back' })).toBeVisible();
  await expect(line.getByRole('cell').nth(2)).toHaveText('20');
  await expect(pieces(products[0]!)).toHaveValue('20');
  await expect(pieces(products[1]!)).toHaveValue('');
  const refunds = (count: number) =>
    dialog.getByRole('button', { name: `Refund ${formatMoney((count * total) / 100)}` });
  await pieces(products[1]!).fill('10');
  await expect(refunds(30)).toBeVisible();
  await pieces(products[1]!).fill('');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Returned');
  await expectAccessible(page);
  await refunds(20).click();
  await expect(main.getByText(/^20 of 100 pcs refunded/)).toBeVisible();

  const notes = await buyer.call<{ amount: number }[]>(`GET /purchases/${id}/credit-notes`);
  expect(notes.map(({ amount }) => amount)).toEqual([(20 * total) / 100]);
  const { available } = await buyer.call<Product>(`GET /products/${products[0]!._id}`);
  expect(available).toBe(products[0]!.available - 100 + 15);
  await theirs.reload();
  await expect(steps(theirs).last()).toHaveText(/^Returned in part\w{3} \d/);
  await context.close();
});

test('a buyer gives a line of a return a reason of its own, and staff read each', async ({
  page,
  browser,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const parts = [await addProduct(), await addProduct()];
  const { _id: id, number, lines } = await buyPurchase(shop, buyer, parts);
  const all = lines.map(({ _id, quantity }) => ({ orderId: _id, quantity }));
  await admin.call(`POST /purchases/${id}/shipments`, { lines: all });
  await enter(page, shop, buyer, `/dashboard/purchases/${id}`);
  await page.getByRole('button', { name: 'Request a return' }).click();
  const dialog = page.getByRole('dialog');
  const [first, second] = parts.map(({ name }) => name);
  // Only lines of which something goes back are asked about.
  await expect(dialog.getByRole('textbox', { name: /^Reason for/ })).toHaveCount(0);
  await dialog.getByRole('textbox', { name: `Pieces, ${first}` }).fill('5');
  await dialog.getByRole('textbox', { name: `Pieces, ${second}` }).fill('7');
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Ordered too many');
  await dialog.getByRole('textbox', { name: `Reason for ${second}` }).fill('Pins are bent');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Request the return' }).click();
  await expect(dialog).toHaveCount(0);
  const { returns } = await admin.call<PurchaseDetail>(`GET /purchases/${id}`);
  expect(returns[0]!.lines.map(({ quantity, reason }) => [quantity, reason])).toEqual([
    [5, 'Ordered too many'],
    [7, 'Pins are bent'],
  ]);
  const context = await browser.newContext({ baseURL: shop.origin });
  const theirs = await context.newPage();
  await enter(theirs, shop, admin, '/dashboard/returns');
  const row = theirs.getByRole('row').filter({ has: theirs.getByRole('link', { name: number }) });
  for (const reason of ['Ordered too many', 'Pins are bent']) await expect(row).toContainText(reason);

  // From the order's page staff book it in, too, and read what was booked; a return of which nothing has come the buyer withdraws.
  const line = { orderId: lines[1]!._id, quantity: 3, reason: 'Too many' };
  await buyer.call(`POST /purchases/${id}/returns`, { lines: [line], wish: 'replacement' });
  await row.getByRole('link', { name: number }).first().click();
  const shipments = theirs.getByRole('region', { name: 'Shipments and returns' });
  await shipments.getByRole('button', { name: 'Receive' }).first().click();
  const receiving = theirs.getByRole('dialog');
  await receiving.getByRole('textbox', { name: `As new, ${first}` }).fill('5');
  await receiving.getByRole('textbox', { name: `Not for sale, ${second}` }).fill('7');
  await receiving.getByRole('button', { name: 'Book in' }).click();
  await expect(theirs.getByText('Booked in: 5 pieces on sale, 7 damaged')).toBeVisible();
  await expect(shipments).toContainText(`${number}-R2, wanted: A replacement`);
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText(/Return withdrawn/).first()).toBeVisible();
  await context.close();
});

test('a buyer changes the details and asks to cancel; staff refuse, correct and cancel a shipment, and refund an amount', async ({
  page,
  browser,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const { _id: id, lines } = await buyPurchase(shop, buyer, [await addProduct()]);
  await enter(page, shop, buyer, `/dashboard/purchases/${id}`);
  await page.getByRole('button', { name: 'Change the details' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('PO number').fill('PO-4712');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change the details' }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('→ PO-4712');
  await page.getByRole('button', { name: 'Ask to cancel' }).click();
  await dialog.getByLabel('Reason').fill('Ordered twice');
  await dialog.getByRole('button', { name: 'Ask to cancel' }).click();
  await expect(page.getByRole('region', { name: 'Cancellation request' })).toContainText('Ordered twice');

  const context = await browser.newContext({ baseURL: shop.origin });
  const theirs = await context.newPage();
  await enter(theirs, shop, admin, '/dashboard/overview');
  await theirs.getByRole('link', { name: /orders? to cancel/ }).click();
  await theirs.goto(`/dashboard/purchases/${id}`);
  const asking = theirs.getByRole('dialog');
  const wish = theirs.getByRole('region', { name: 'Cancellation request' });
  await wish.getByRole('button', { name: 'Refuse' }).click();
  await asking.getByLabel('Reason').fill('It is packed');
  await asking.getByRole('button', { name: 'Refuse' }).click();
  await expect(wish).toHaveCount(0);
  const shipment = { lines: [{ orderId: lines[0]!._id, quantity: 100 }], tracking: '1Z 1' };
  await admin.call(`POST /purchases/${id}/shipments`, shipment);
  await theirs.reload();
  const shipments = theirs.getByRole('region', { name: 'Shipments' });
  await shipments.getByRole('button', { name: 'Correct the tracking' }).click();
  await asking.getByLabel('Tracking number').fill('1Z 2');
  await expectAccessible(theirs);
  await asking.getByRole('button', { name: 'Correct it' }).click();
  await expect(shipments).toContainText('1Z 2');
  await shipments.getByRole('button', { name: 'Cancel the shipment' }).click();
  await asking.getByLabel('Reason').fill('The wrong box');
  await asking.getByRole('button', { name: 'Cancel the shipment' }).click();
  await expect(shipments).toContainText('Shipment canceled');

  await theirs.getByRole('button', { name: 'Refund', exact: true }).click();
  await asking.getByLabel('What is refunded').selectOption('amount');
  await asking.getByLabel('Reason').fill('It came late');
  await asking.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(asking.getByLabel('Amount in dollars')).toHaveAccessibleDescription(/^From \$0\.01 to/);
  await asking.getByLabel('Amount in dollars').fill('1.50');
  await asking.getByRole('button', { name: 'Refund $1.50' }).click();
  await expect(theirs.getByText(/^\$1\.50 of .* refunded$/)).toBeVisible();
  await context.close();
});

test('what came back may stay without a refund: its buyer reads why, and it is not to refund any more', {
  tag: '@nightly',
}, async ({ page, shop, buyer, admin, addProduct }) => {
  const { _id: id, lines } = await buyPurchase(shop, buyer, [await addProduct()]);
  const orderId = lines[0]!._id;
  const pieces = { orderId, quantity: 20 };
  await admin.call(`POST /purchases/${id}/shipments`, { lines: [{ orderId, quantity: 100 }] });
  const asked = await admin.call<{ insertedId: string }>(`POST /purchases/${id}/returns`, {
    lines: [{ ...pieces, reason: 'Too many' }],
  });
  await admin.call(`POST /returns/${asked.insertedId}/receive`, {
    lines: [{ ...pieces, condition: 'worn', restock: false }],
  });
  await enter(page, shop, admin, `/dashboard/purchases/${id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Refund 20 pieces' })).toBeVisible();
  await main.getByRole('button', { name: 'Do not refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'No refund for 20 pieces?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The seals are broken');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Do not refund' }).click();
  await expect(main.getByText('20 pcs came back without a refund')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Do not refund' })).toHaveCount(0);
  const history = await buyer.call<{ kind: string; why?: string }[]>(`GET /purchases/${id}/history`);
  expect(history.find(({ kind }) => kind === 'refund_declined')?.why).toBe('20 pcs: The seals are broken');
});

test('marked orders are picked together, and shipped each by itself: once, however often it is tried', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const product = await addProduct();
  const bought: PurchaseDetail[] = [];
  for (let n = 0; n < 3; n += 1) bought.push(await buyPurchase(shop, buyer, [product]));
  const [first, second, third] = bought as [PurchaseDetail, PurchaseDetail, PurchaseDetail];
  const { number: unpaid } = await placePurchase(buyer, [product]);
  const readShipments = async ({ _id }: PurchaseDetail) =>
    (await buyer.call<PurchaseDetail>(`GET /purchases/${_id}`)).shipments;

  await enter(page, shop, admin, `/dashboard/manageAllOrders?part=${product.sku}`);
  const main = page.getByRole('main');
  await main.getByRole('checkbox', { name: 'Mark all that are shown' }).check();
  await main.getByRole('link', { name: 'Pick list of 3' }).click();
  const pick = main.getByRole('row').filter({ hasText: product.sku });
  await expect(pick.getByRole('cell', { name: '300', exact: true })).toBeVisible();
  for (const { number } of bought) await expect(pick).toContainText(`${number}: 100`);
  await page.goBack();

  await main.getByRole('checkbox', { name: 'Mark all that are shown' }).check();
  await main.getByRole('button', { name: 'Mark 3 as shipped' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`Nothing is to ship of ${unpaid}.`)).toBeVisible();
  const row = ({ number }: PurchaseDetail) => dialog.getByRole('listitem').filter({ hasText: number });
  await dialog.getByRole('combobox', { name: 'Carrier of all (optional)' }).fill('UPS');
  await row(second)
    .getByRole('combobox', { name: `Carrier of ${second.number}` })
    .fill('DHL');
  // A scanner ends each number with Enter.
  for (const purchase of [third, second, first]) {
    const field = dialog.getByRole('textbox', { name: `Tracking number of ${purchase.number}` });
    if (purchase === third) await field.focus();
    await expect(field).toBeFocused();
    await page.keyboard.type(`T-${purchase.number}`);
    await page.keyboard.press('Enter');
  }
  const send = dialog.getByRole('button', { name: /^Ship / });
  await expect(send).toBeFocused();
  await expectAccessible(page);

  // Meanwhile a colleague ships a part of the second; and the answer of the first is lost.
  await admin.call(`POST /purchases/${second._id}/shipments`, {
    lines: [{ orderId: second.lines[0]!._id, quantity: 40 }],
  });
  let isLost = false;
  await page.route(`**/purchases/${first._id}/shipments`, async (route) => {
    const answer = await route.fetch();
    if (isLost) return route.fulfill({ response: answer });
    isLost = true;
    return route.abort();
  });
  await send.press('Enter');
  await expect(dialog.getByText('1 shipped, 2 not.')).toBeVisible();
  await expect(row(third)).toContainText('Shipped: 100 pcs');
  await expect(row(second)).toContainText('Meanwhile 60 pcs are to ship.');
  await expect(row(first)).toContainText('The shop cannot be reached.');
  await dialog.getByRole('button', { name: 'Ship 2 orders' }).click();
  await expect(dialog.getByText('3 shipped, 0 not.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(main.getByText('All of it')).toHaveCount(3);
  await expect(main.getByText('marked')).toHaveCount(0);

  const sent = await Promise.all(bought.map(readShipments));
  expect(sent.map((shipments) => shipments.map(({ carrier, tracking }) => [carrier, tracking]))).toEqual([
    [['UPS', `T-${first.number}`]],
    [
      [undefined, undefined],
      ['DHL', `T-${second.number}`],
    ],
    [['UPS', `T-${third.number}`]],
  ]);
});

test('what is counted is not lost by Escape, and a colleague who is faster leaves a word', {
  tag: '@nightly',
}, async ({ page, shop, buyer, admin, addProduct }) => {
  const [product, other] = [await addProduct(), await addProduct()];
  const { _id: id, lines } = await buyPurchase(shop, buyer, [product, other]);
  const ship = (nth: number) =>
    admin.call(`POST /purchases/${id}/shipments`, { lines: [{ orderId: lines[nth]!._id, quantity: 100 }] });
  await enter(page, shop, admin, `/dashboard/purchases/${id}#ship`);
  const dialog = page.getByRole('dialog', { name: /^Ship / });
  const pieces = (part: Product) => dialog.getByRole('textbox', { name: part.name });
  const scanner = dialog.getByRole('textbox', { name: 'Scan SKU or EAN' });
  await scanner.fill(product.sku);
  await scanner.press('Enter');

  const asked = page.getByRole('dialog', { name: 'Close without sending?' });
  await scanner.press('Escape');
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(pieces(product)).toHaveValue('1');

  // A line that a colleague has shipped is gone: what was refused of it is said below.
  await pieces(other).fill('100');
  await ship(1);
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(pieces(other)).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toContainText(
    `${other.name}: Nothing of it is here to be shipped.`,
  );
  await expect(pieces(product)).toHaveValue('1');
  await ship(0);
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Nothing is left to ship: somebody has just shipped it.',
  );
  await expect(scanner).toHaveCount(0);
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});
