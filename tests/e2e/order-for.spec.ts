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
  await orderedBy.selectOption({ label: colleague.name });
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('Enter it, and place the order again.')).toBeVisible();
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
