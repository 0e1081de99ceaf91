import type { PriceListPage } from '#contract/price-lists/schema.ts';
import { SHIP_TO } from '../fixtures/purchases.ts';
import { type Caller, openAccount, proveAddress } from './arrange.ts';
import { enter, expect, newNumber, newPerson, signIn, test } from './test.ts';

test('an admin adds a price list with a price from 500 pieces, is told which row is wrong, and gives the list to a group', async ({
  page,
  shop,
  admin,
  addProduct,
}) => {
  const number = newNumber();
  const [name, group] = [`Acme ${number}`, `Resellers ${number}`];
  const part = await addProduct({ price: 2.5 });
  const { sku } = part;

  await enter(page, shop, admin, '/dashboard/buyerGroups');
  const adding = page.getByRole('form', { name: 'Add a group' });
  await adding.getByLabel('Name').fill(group);
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('region', { name: group })).toContainText('It has no price list.');

  await page.getByRole('navigation', { name: 'Prices of buyers' }).getByText('Price lists').click();
  await page.getByRole('link', { name: 'Add a price list' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('First day').fill('2027-01-01');
  await page.getByLabel('Add a part').fill(sku);
  await page.getByRole('listbox', { name: 'Parts' }).getByRole('option').first().click();
  await page.getByLabel(`Unit price, ${sku}, quantity 1`).fill('2.25');
  await page.getByRole('button', { name: `Add a price break to ${sku}` }).click();
  await page.getByLabel(`From pieces, ${sku}, quantity 2`).fill('500');
  await page.getByLabel(`Unit price, ${sku}, quantity 2`).fill('2.3');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table').getByRole('status')).toBeVisible();
  await page.getByLabel(`Unit price, ${sku}, quantity 2`).fill('2');
  await page.getByRole('button', { name: 'Show the effect' }).click();
  const effect = page.getByRole('status', { name: 'Effect on prices' });
  await expect(effect).toContainText('0 dearer, 1 cheaper, 0 the same.');
  await expect(effect).toContainText(`${sku}$2.50 to $2.00 (-20%) at 500 pcs`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  await page.getByLabel('Give it to').last().selectOption({ label: group });
  await page.getByRole('button', { name: 'Give' }).last().click();
  await expect(page.getByRole('button', { name: `Take away: ${group}` })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const list = await admin.call<PriceListPage>(`GET /price-lists/${id}`);
  expect(list.validFrom).toBe('2027-01-01');
  expect(list.prices).toMatchObject([{ sku, price: 2.25, priceBreaks: [{ from: 500, price: 2 }] }]);
  expect(list.groups.map((one) => one.name)).toEqual([group]);
});

test('an admin imports prices and undoes it, and one company sees them, another does not', async ({
  page,
  shop,
  admin,
  buyer,
  browser,
  addProduct,
}) => {
  const number = newNumber();
  const [one, two] = [await addProduct({ price: 2.5 }), await addProduct({ price: 8 })];
  const { insertedId: id } = await admin.call<{ insertedId: string }>('POST /price-lists', {
    name: `Acme ${number}`,
    prices: [
      { productId: one._id, price: 2.4 },
      { productId: two._id, price: 7.9 },
      { productId: two._id, from: 500, price: 7.6 },
    ],
  });
  const other = await openAccount(shop.origin, newPerson());
  let acme = '';
  for (const person of [buyer, other]) {
    await proveAddress(shop, person.email);
    const { insertedId } = await person.call<{ insertedId: string }>('POST /companies', {
      name: 'Acme',
      address: SHIP_TO,
    });
    if (person === buyer) acme = insertedId;
  }

  // Its page gives it the list, and a group, which shows it and lets it go.
  const group = `Resellers ${number}`;
  await admin.call('POST /buyer-groups', { name: group });
  await enter(page, shop, admin, `/dashboard/allCompanies/${acme}`);
  await page.getByLabel('Add a price list').selectOption({ label: `Acme ${number}` });
  await page.getByRole('button', { name: 'Add the list' }).click();
  await expect(page.getByRole('button', { name: `Take away: Acme ${number}` })).toBeVisible();
  await page.getByLabel('Put into a group').selectOption({ label: group });
  await page.getByRole('button', { name: 'Put into it' }).click();
  await page.getByRole('link', { name: group }).click();
  const members = page.getByRole('region', { name: group });
  await members.getByRole('button', { name: 'Take away: Acme' }).click();
  await expect(members).toContainText('No company is in it.');

  await page.goto(`/dashboard/priceLists/${id}`);
  await page.getByRole('link', { name: 'Import prices' }).click();
  const rows = [
    'SKU;Preis;ab Menge',
    `${one.sku};2,25;1`,
    `${one.sku};1,999;500`,
    `${two.sku};7,50;`,
    'GONE-1;3,50;',
  ];
  await page.getByLabel('Or paste rows').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Read the rows' }).click();
  // Nobody knows whether 1,999 are thousands, so the whole part waits.
  await expect(page.getByRole('row', { name: one.sku }).first()).toBeVisible();
  await page.getByLabel('How are decimals written?').selectOption({ label: 'With a comma: 1.234,50' });
  await expect(page.getByText('Prices of 2 parts, 1 row left out')).toBeVisible();
  await expect(page.getByRole('row', { name: 'GONE-1' })).toContainText('5No part has the number GONE-1.');
  const effect = page.getByRole('status', { name: 'Effect on prices' });
  await expect(effect).toContainText('0 dearer, 2 cheaper');
  await expect(effect).toContainText('1 part loses price breaks');
  await expect(effect).toContainText(`${two.sku}no lower price from 500 pcs any more`);
  await page.getByRole('button', { name: 'Import prices of 2 parts' }).click();
  await expect(page.getByLabel(`Unit price, ${one.sku}, quantity 2`)).toHaveValue('1.999');

  const actForAcme = async ({ email, password }: Caller) => {
    const theirs = await (await browser.newContext({ baseURL: shop.origin })).newPage();
    await signIn(theirs, email, password);
    await theirs.goto(`/parts/${two.sku}`);
    await theirs.getByRole('button', { name: /^Buying for/ }).click();
    await theirs.getByRole('menuitemradio', { name: 'Acme' }).click();
    await expect(theirs.getByRole('button', { name: 'Buying for Acme' })).toBeVisible();
    return theirs;
  };
  const others = await actForAcme(other);
  await expect(others.getByText('$8.00').first()).toBeVisible();
  await expect(others.getByText('Your price list')).toHaveCount(0);
  const theirs = await actForAcme(buyer);
  await expect(theirs.getByText(`Your price list Acme ${number}`).first()).toBeVisible();
  await theirs
    .getByRole('button', { name: /^Add to order/ })
    .first()
    .click();
  await theirs.goto('/order/checkout');
  const line = theirs.locator('.checkout-table tbody tr');
  await expect(line).toContainText('$7.50');

  await page.getByRole('button', { name: /^Undo the change of/ }).click();
  await expect(page.getByText('The prices of 2 parts were put back.')).toBeVisible();
  await expect(page.getByLabel(`Unit price, ${one.sku}, quantity 1`)).toHaveValue('2.40');
  const [undo, change] = await page.getByRole('region', { name: 'Changes of prices' }).locator('li').all();
  const at = await change!.locator('span').first().textContent();
  await expect(undo!).toContainText(`Undo of the change of ${at}, by ${admin.email}`);
  await expect(change!).toContainText('Undone');

  // What was open at checkout says so, with both prices, and is not placed before they are accepted.
  const placing = theirs.getByRole('button', { name: 'Place order', exact: true });
  await placing.click();
  await expect(theirs.getByRole('alert').filter({ hasText: 'now' })).toBeVisible();
  const both = `was $7.50, now $7.90 by your price list Acme ${number}.`;
  await expect(line).toContainText(`The price ${both}`);
  await theirs.reload();
  await expect(theirs.getByRole('complementary', { name: 'Total' })).toContainText(both);
  await expect(placing).toBeDisabled();
  await theirs.getByRole('button', { name: 'Accept the new price' }).click();
  await expect(line).not.toContainText('The price was');
  await expect(placing).toBeEnabled();
  await Promise.all([others.context().close(), theirs.context().close()]);
});
