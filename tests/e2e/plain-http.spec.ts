import { findOuterAddress } from '../outer-address.ts';
import { startShop } from './shop.ts';
import { expect, newPerson, signUp, test, typeCard } from './test.ts';

const address = findOuterAddress();

test("at an address of the machine's network, without TLS, a buyer orders and pays", {
  tag: '@nightly',
}, async ({ browser }) => {
  test.skip(!address, 'this machine is in no network');
  test.slow();
  const shop = await startShop({ HOST: address! });
  try {
    // A page without the fixture's console check: the browser logs headers that it honours only over TLS.
    const page = await browser.newPage({ baseURL: shop.origin });
    await signUp(page, newPerson());
    await page.goto('/allProducts');
    await page.getByRole('article').first().getByRole('link', { name: 'Purchase Now' }).click();
    await page.getByLabel('Shipping address').fill('1 Dock Road');
    await page.getByLabel('Phone').fill('+1 555 0100');
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByRole('dialog').getByText('Order Placed SuccessfullY.')).toBeVisible();
    await page.goto('/dashboard');
    await page.getByRole('main').getByRole('link', { name: 'Payment' }).first().click();
    await typeCard(page, '4242424242424242');
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page.getByRole('dialog').getByText('Congrats! Your Payment is Completed.')).toBeVisible();
    await page.close();
  } finally {
    await shop.stop();
  }
});
