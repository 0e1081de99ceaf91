import { openAccount, proveAddress } from './arrange.ts';
import { enter, expect, newNumber, newPerson, test } from './test.ts';

test('an admin places an order for a company on the phone, at its prices, as that of the buyer', async ({
  page,
  shop,
  admin,
  buyer,
  addProduct,
}) => {
  const own = `ACME-${newNumber()}`;
  const part = await addProduct({ price: 2.5 });
  await proveAddress(shop, buyer.email);
  const shipTo = {
    ...{ name: 'Goods in', street: ['1 Dock Road'], city: 'Oakland', postcode: '94607', country: 'US' },
    phone: '+1 555 0100',
  };
  const { insertedId: id } = await buyer.call<{ insertedId: string }>('POST /companies', {
    name: own,
    address: shipTo,
  });
  const list = await admin.call<{ insertedId: string }>('POST /price-lists', {
    name: own,
    prices: [{ productId: part._id, price: 2 }],
  });
  await admin.call(`PUT /companies/${id}/price-lists`, { ids: [list.insertedId] });
  await buyer.call(`PUT /companies/${id}/part-numbers`, { numbers: [{ productId: part._id, number: own }] });
  await buyer.call(`PUT /companies/${id}/rules`, { poNumber: 'unique', costCentres: [], approvals: [] });
  const colleague = await openAccount(shop.origin, { ...newPerson(), name: 'Kim Reed' });
  await shop.sql(
    `insert into members (buyer_id, user_id, roles) select $1, id, '{buyer}' from users where email = $2`,
    [id, colleague.email],
  );

  await enter(page, shop, admin, `/dashboard/allCompanies/${id}`);
  await page.getByRole('link', { name: 'Place an order' }).click();
  await page.getByLabel('Part numbers and quantities').fill(`${own} 200`);
  await page.getByRole('button', { name: 'Add lines' }).click();
  const total = page.getByRole('complementary', { name: 'Total' });
  await expect(total).toContainText('$400.00');
  await page.getByLabel(`Quantity of ${part.sku}`).fill('300');
  await expect(total).toContainText('$600.00');
  // Nobody orders in another's name by accident: where several may, staff choose.
  await page.getByRole('button', { name: 'Place order' }).click();
  const orderedBy = page.getByLabel('Ordered by');
  await expect(orderedBy).toBeFocused();
  await expect(page.getByText('Choose the member who orders. Nothing was placed.')).toBeVisible();
  await expect(page.getByText('Enter it, and place the order again.')).toBeVisible();
  await orderedBy.selectOption({ label: colleague.name });
  await expect(page.getByText('The company asks for a different one for each order.')).toBeVisible();
  // What was typed is still there after a reload.
  await page.getByLabel('PO number').fill(own);
  await page.reload();
  await expect(total).toContainText('$600.00');
  await page.getByRole('button', { name: 'Place order' }).click();
  const facts = page.getByRole('region', { name: 'Facts of the order' });
  await expect(facts).toContainText(`The shop (${admin.email})`);
  await expect(facts).toContainText(colleague.email);
});

test('an address that the buyer has removed meanwhile is chosen again where it stood', async ({
  page,
  shop,
  admin,
  buyer,
  addProduct,
}) => {
  const part = await addProduct({ price: 2 });
  const shipTo = {
    ...{ name: 'Goods in', street: ['1 Dock Road'], city: 'Oakland', postcode: '94607', country: 'US' },
    phone: '+1 555 0100',
  };
  const add = (city: string, use: string) =>
    buyer.call<{ insertedId: string }>('POST /addresses', { shipTo: { ...shipTo, city }, use });
  await add('Oakland', 'ship');
  await add('Albany', 'bill');
  const [alameda, billing] = [await add('Alameda', 'ship'), await add('Berkeley', 'bill')];
  await enter(page, shop, admin, `/dashboard/people/${buyer.email}/order`);
  await page.getByLabel('Part numbers and quantities').fill(`${part.sku} 200`);
  await page.getByRole('button', { name: 'Add lines' }).click();
  await page.getByRole('radio', { name: /Alameda/ }).check();
  await page.getByRole('radio', { name: /Berkeley/ }).check();
  await expect(page.getByRole('complementary', { name: 'Total' })).toContainText('$400.00');

  await buyer.call(`DELETE /addresses/${alameda.insertedId}`);
  await page.reload();
  const goods = page.getByRole('group', { name: 'Ship to' });
  await expect(goods.getByRole('status')).toHaveText(/not in the book any more. Choose again/);
  const place = page.getByRole('button', { name: 'Place order' });
  await place.click();
  await expect(page.getByText('Choose again where the order goes. Nothing was placed.')).toBeVisible();
  await expect(goods.getByRole('radio').first()).toBeFocused();
  await goods.getByRole('radio', { name: /Oakland/ }).check();
  await expect(goods.getByRole('status')).toBeHidden();

  // Removed while the form is open: the shop refuses it, and the form reads the book again.
  await buyer.call(`DELETE /addresses/${billing.insertedId}`);
  await place.click();
  const invoice = page.getByRole('group', { name: 'Invoice to' });
  await expect(invoice.getByRole('status')).toHaveText(/not in the book any more. Choose again/);
  await expect(page.getByLabel('Quantity of')).toHaveValue('200');
  await invoice.getByRole('radio', { name: /Albany/ }).check();
  await expect(invoice.getByRole('status')).toBeHidden();
  await place.click();
  const facts = page.getByRole('region', { name: 'Facts of the order' });
  await expect(facts).toContainText(`The shop (${admin.email})`);
});
