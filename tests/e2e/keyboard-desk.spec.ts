import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { codeOf, lettersOf } from '../fixtures/second-factor.ts';
import { buyPurchase, proveAddress } from './arrange.ts';
import { choose, expectHeld, expectSomewhere, rowTo, tabTo, type } from './keys.ts';
import { enter, expect, test } from './test.ts';

// Nothing in this file may use the mouse: no click(), no fill(), no check().

test('from the overview, staff ship part of a paid purchase by keyboard alone', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  test.slow();
  const parts = [await addProduct(), await addProduct()];
  const { _id: id, number } = await buyPurchase(shop, buyer, parts);
  await enter(page, shop, admin, '/dashboard/overview');
  const main = page.getByRole('main');
  await tabTo(page, main.getByRole('link', { name: /to ship/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Shipping' })).toBeFocused();
  await rowTo(page, main.getByRole('link', { name: number }));
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: `Ship ${number}` });
  await expect(dialog).toBeVisible();
  await expectHeld(page, dialog);
  await type(page, dialog.getByRole('combobox', { name: /^Carrier/ }), 'UPS');
  await type(page, dialog.getByRole('textbox', { name: /^Tracking number/ }), '1Z 999');
  await type(page, dialog.getByRole('textbox', { name: parts[1]!.name }), '40');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(main.getByRole('list', { name: 'Progress of the order' })).toContainText('Shipped in part');
  await expectSomewhere(page);
  const { shipments } = await admin.call<PurchaseDetail>(`GET /purchases/${id}`);
  expect(shipments.map(({ carrier, tracking }) => [carrier, tracking])).toEqual([['UPS', '1Z 999']]);
  expect(shipments[0]!.lines.map(({ quantity }) => quantity)).toEqual([100, 40]);

  // The rest is left for now: Escape leads back to the button.
  const ship = main.getByRole('button', { name: 'Ship', exact: true });
  await tabTo(page, ship);
  await page.keyboard.press('Space');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(ship).toBeFocused();
});

test('staff book a return in by keyboard alone', async ({ page, shop, buyer, admin, addProduct }) => {
  test.slow();
  const part = await addProduct();
  const { _id: id, number, lines } = await buyPurchase(shop, buyer, [part]);
  const pieces = (quantity: number, more = {}) => ({
    lines: [{ orderId: lines[0]!._id, quantity, ...more }],
  });
  await admin.call(`POST /purchases/${id}/shipments`, pieces(100));
  await buyer.call(`POST /purchases/${id}/returns`, pieces(20, { reason: 'Too many' }));
  await enter(page, shop, admin, '/dashboard/returns');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: number }) });
  await rowTo(page, row.getByRole('link', { name: number }));
  const receive = row.getByRole('button', { name: /^Receive/ });
  const dialog = page.getByRole('dialog');
  await tabTo(page, receive);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(receive).toBeFocused();
  await page.keyboard.press('Enter');
  await type(page, dialog.getByRole('textbox', { name: `As new, ${part.name}` }), '15');
  await type(page, dialog.getByRole('textbox', { name: `Not for sale, ${part.name}` }), '5');
  await page.keyboard.press('Control+Enter');
  await expect(row).toHaveCount(0);
  await expectSomewhere(page);
});

test('an admin cancels pieces and refunds them by keyboard alone', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  test.slow();
  const parts = [await addProduct(), await addProduct()];
  const { _id: id, number, lines } = await buyPurchase(shop, buyer, parts);
  await admin.call(`POST /purchases/${id}/shipments`, {
    lines: [{ orderId: lines[0]!._id, quantity: 100 }],
  });
  await enter(page, shop, admin, `/dashboard/purchases/${id}`);
  const refund = page.getByRole('main').getByRole('button', { name: 'Refund', exact: true });
  const dialog = page.getByRole('dialog', { name: `Refund ${number}` });
  // The page learns a moment after the dialog is hidden that it is closed, and opens no other one until then.
  const gone = () =>
    expect(page.getByRole('dialog', { name: `Refund ${number}`, includeHidden: true })).toHaveCount(0);
  const what = dialog.getByLabel('What is refunded');
  await tabTo(page, refund);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expectHeld(page, dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await gone();
  await expect(refund).toBeFocused();

  // What is not shipped is cancelled: its pieces are not kept from others.
  await page.keyboard.press('Enter');
  await expect(what).toHaveValue('shipped');
  await tabTo(page, what);
  await choose(page, 1);
  await expect(what).toHaveValue('unshipped');
  await expect(what).toBeFocused();
  await type(page, dialog.getByLabel('Reason'), 'Out of production');
  await type(page, dialog.getByRole('textbox', { name: parts[1]!.name }), '100');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  // Another choice is another dialog, which nobody has opened.
  await expectSomewhere(page);

  const { lines: after, toShip } = await admin.call<PurchaseDetail>(`GET /purchases/${id}`);
  expect(after.map(({ refundedPieces }) => refundedPieces)).toEqual([0, 100]);
  expect(toShip).toBe(0);
  expect((await admin.call<{ available: number }>(`GET /products/${parts[1]!._id}`)).available).toBe(5000);
});

test('a second factor is set up by keyboard alone', { tag: '@nightly' }, async ({ page, shop, buyer }) => {
  await proveAddress(shop, buyer.email);
  await enter(page, shop, buyer, '/dashboard/myProfile');
  const section = page.getByRole('region', { name: 'Second factor' });
  await tabTo(page, section.getByRole('button', { name: 'Set up' }));
  await page.keyboard.press('Enter');
  const copy = await section.getByRole('button', { name: /^Copy key/ }).getAttribute('aria-label');
  const secret = lettersOf(copy!.replace('Copy key ', '').replaceAll(' ', ''));
  await expect(section.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(await codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expectSomewhere(page);
  await tabTo(page, section.getByRole('button', { name: 'I have saved them' }));
  await page.keyboard.press('Enter');
  await expect(section).toContainText('10 recovery codes are left');
  await expectSomewhere(page);
});
