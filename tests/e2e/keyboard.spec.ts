import sharp from 'sharp';
import type { Product } from '#contract/products/schema.ts';
import { placeOrder, proveAddress } from './arrange.ts';
import { choose, expectHeld, expectSomewhere, expectVisibleFocus, FAR, tabTo, type } from './keys.ts';
import { enter, expect, newNumber, test } from './test.ts';

// Nothing in this file may use the mouse: no click(), no fill(), no check().

test('a buyer signs in, orders and pays by keyboard alone', async ({ page, buyer }) => {
  test.slow();
  await page.goto('/');

  // The skip link is the first stop; the stop after its target lies in the main part.
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await tabTo(page, skip, 1);
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  // Back over the nav bar, which precedes everything else.
  await tabTo(
    page,
    page.getByRole('navigation', { name: 'Main' }).getByText('All Products'),
    FAR,
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeFocused();

  await tabTo(page, page.getByRole('combobox', { name: 'Search parts' }), FAR, 'Shift+Tab');
  await page.keyboard.type('pwm, fluid, hours');
  await expect(page.getByRole('article')).toHaveCount(1);
  await tabTo(page, page.getByRole('combobox', { name: 'Sort by' }));
  await choose(page, 1);
  await expect(page).toHaveURL(/sort=newest/);
  await tabTo(page, page.getByRole('link', { name: 'Purchase Now' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeFocused();
  await type(page, page.getByLabel('Email'), buyer.email);
  await type(page, page.getByLabel('Password'), buyer.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\//);

  const quantity = page.getByLabel('Order quantity');
  await expect(quantity).toHaveValue('500');
  await type(page, quantity, '600');
  await type(page, page.getByLabel('Shipping address'), '1 Dock Road, Harbour City');
  await type(page, page.getByLabel('Phone'), '+1 555 0100');
  const placeOrder = page.getByRole('button', { name: 'Place Order' });
  await tabTo(page, placeOrder);
  await page.keyboard.press('Space');
  const placed = page.getByRole('dialog', { name: 'Order Placed SuccessfullY.' });
  await expect(placed.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(placed).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Ordered' })).toBeFocused();

  // The link to confirm the address (a longer hold) comes before it.
  await tabTo(page, page.getByRole('link', { name: 'Go to payment' }), 2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await tabTo(page, page.getByLabel('Card number'));
  await page.keyboard.type('4242424242424242');
  await expect(page.getByLabel('Expiry date (MM / YY)')).toBeFocused();
  await page.keyboard.type('1240');
  await expect(page.getByLabel('CVC')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.type('123');
  await tabTo(page, page.getByRole('button', { name: /^Pay \$/ }));
  await page.keyboard.press('Enter');
  const paid = page.getByRole('dialog', { name: 'Congrats! Your Payment is Completed.' });
  await expect(paid).toBeVisible();
  await expectHeld(page, paid);
  await page.keyboard.press('Escape');
  await expect(paid).toBeHidden();
  await expectSomewhere(page);

  await tabTo(page, page.getByRole('link', { name: 'Back to the dashboard' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: 'Case Fan' })).toContainText('Paid');
});

test('a buyer deletes an order by keyboard alone', async ({ page, shop, buyer }) => {
  const [product] = await buyer.call<[Product]>('GET /products');
  await placeOrder(buyer, product);
  await enter(page, shop, buyer, '/dashboard');
  const remove = page.getByRole('button', { name: /^Delete the order/ });
  await expect(remove).toBeVisible();
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this order?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toHaveAccessibleDescription(/goes back on sale/);
  await expectHeld(page, question);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();

  await page.keyboard.press('Space');
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Space');
  const deleted = page.getByRole('dialog', { name: 'Deleted SuccessfullY.' });
  await expect(deleted).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(deleted).toBeHidden();
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeFocused();
});

test('a buyer writes a review by keyboard alone, from the menu of a phone', async ({ page, shop, buyer }) => {
  // The drawer opens without animation: the focused element is in view from the start.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 375, height: 667 });
  await enter(page, shop, buyer, '/dashboard');
  const open = page.getByRole('button', { name: 'Menu' });
  await expect(open).toBeVisible();
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Dashboard menu' });
  await expect(menu.locator(':focus')).toHaveCount(1);
  await expectHeld(page, menu);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();

  await page.keyboard.press('Space');
  await tabTo(page, menu.getByRole('link', { name: 'Add a Review' }));
  await page.keyboard.press('Enter');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Add a Review' })).toBeFocused();

  // Submitted too early: the focus goes to the missing field.
  const send = page.getByRole('button', { name: 'Add Review' });
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Description is Required')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Review' })).toBeFocused();
  await page.keyboard.type('Arrived as ordered, and on the day.');
  const rating = page.getByLabel('Rating');
  await tabTo(page, rating, FAR, 'Shift+Tab');
  await choose(page, 4);
  await expect(rating).toHaveValue('5');
  await tabTo(page, send);
  await page.keyboard.press('Space');
  const thanks = page.getByRole('dialog', { name: 'Thank You for Your Valuable FeedBack.' });
  await expect(thanks).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(thanks).toBeHidden();
  await expect(send).toBeFocused();
});

test('an admin adds and removes a product and promotes a user by keyboard alone', async ({
  page,
  shop,
  buyer,
  admin,
}) => {
  test.slow();
  await proveAddress(shop, buyer.email);
  await enter(page, shop, admin, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link', { name: 'Add a Product' })).toBeVisible();

  await tabTo(page, menu.getByRole('link', { name: 'Add a Product' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Add a Product' })).toBeFocused();
  const name = `Keyed Bracket ${newNumber()}`;
  await type(page, page.getByLabel('Name'), name);
  await type(page, page.getByLabel('Short details'), 'Steel, zinc plated.');
  await type(page, page.getByLabel('Price'), '0.85');
  await type(page, page.getByLabel('Min. quantity'), '100');
  await type(page, page.getByLabel('Available quantity'), '5000');
  const image = page.getByLabel('Image');
  await tabTo(page, image);
  await image.setInputFiles({ name: 'bracket.png', mimeType: 'image/png', buffer: await drawPicture() });
  await expect(page.getByRole('img', { name: 'The chosen picture' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Add Product' }));
  await page.keyboard.press('Enter');
  const added = page.getByRole('dialog', { name: 'Product Added SuccessfullY.' });
  await expect(added).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(added).toBeHidden();
  await expectSomewhere(page);

  await tabTo(page, menu.getByRole('link', { name: 'Make Admin' }), FAR, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Make Admin' })).toBeFocused();
  // The list shows one page, oldest accounts first.
  await type(page, page.getByRole('searchbox', { name: 'Find users' }), buyer.email);
  const promote = page.getByRole('button', { name: `Make Admin: ${buyer.email}` });
  await expect(promote).toBeVisible();
  await tabTo(page, promote);
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Make this person an admin?' });
  await expectHeld(page, asked);
  await tabTo(page, asked.getByRole('button', { name: 'Make Admin' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully made an Admin')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: buyer.email });
  await expect(row.getByText('Already an Admin')).toBeFocused();

  await tabTo(page, menu.getByRole('link', { name: 'Manage Products' }), FAR, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Products' })).toBeFocused();
  // The list shows one page, oldest products first.
  await type(page, page.getByRole('searchbox', { name: 'Find products' }), name);
  const remove = page.getByRole('button', { name: `Delete ${name}` });
  await expect(remove).toBeVisible();
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this product?' });
  await expectHeld(page, question);
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  const deleted = page.getByRole('dialog', { name: 'Deleted SuccessfullY.' });
  await expect(deleted).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(deleted).toBeHidden();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Products' })).toBeFocused();
});

function drawPicture(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#889' } })
    .png()
    .toBuffer();
}
