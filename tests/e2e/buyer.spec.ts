import { expect, newPerson, test, typeCard } from './test.ts';

test('a buyer signs up, orders, pays by card, and still sees the order paid after the server was killed', async ({
  page,
  shop,
}) => {
  const person = newPerson();

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible();
  await page.getByRole('link', { name: 'All Products' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(48);

  // Ordering needs an account: to login, on to signup, and back to the product.
  const card = page.getByRole('article').filter({ hasText: 'Case Fan 120 mm PWM' });
  await card.getByRole('link', { name: 'Purchase Now' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(page).toHaveURL(/\/products\/[0-9a-f-]+$/);

  const quantity = page.getByLabel('Order quantity');
  const placeOrder = page.getByRole('button', { name: 'Place Order' });
  await expect(quantity).toHaveValue('500');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await quantity.fill('99');
  await expect(page.getByText('Please Enter Minimum Quantity.')).toBeVisible();
  await expect(placeOrder).toBeDisabled();
  await quantity.fill('40001');
  await expect(page.getByText("Enter a Valid Quantity (within 'Available Products').")).toBeVisible();
  await expect(placeOrder).toBeDisabled();
  await quantity.fill('600');
  await page.getByLabel('Shipping address').fill('1 Dock Road, Harbour City');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await expect(page.getByText('$3,810.00')).toBeVisible();
  await placeOrder.click();
  await expect(page.getByRole('dialog').getByText('Order Placed SuccessfullY.')).toBeVisible();

  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: 'Case Fan 120 mm PWM' });
  await expect(row).toContainText('600');
  await expect(row.getByRole('button', { name: /^Delete/ })).toBeVisible();
  await row.getByRole('link', { name: 'Payment' }).click();

  await expect(page.getByRole('main')).toContainText(person.name);
  await expect(page.getByRole('main')).toContainText('$3,810.00');
  await typeCard(page, '4000000000000002');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await expect(
    page.getByText(/^Nothing was charged\. Use another card.* The stock is reserved until/),
  ).toBeVisible();
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('dialog').getByText('Congrats! Your Payment is Completed.')).toBeVisible();
  const transactionId = (await page.getByText(/^pi_/).first().textContent()) ?? '';
  expect(transactionId).toMatch(/^pi_\w+$/);

  await shop.killAndRestart();
  await page.goto('/dashboard');
  const paid = page.getByRole('row').filter({ hasText: 'Case Fan 120 mm PWM' });
  await expect(paid).toContainText('Paid');
  await expect(paid).toContainText(transactionId);
  await expect(paid.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});
