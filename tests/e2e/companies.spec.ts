import { SHIP_TO } from '../fixtures/purchases.ts';
import { openAccount, placePurchase, proveAddress } from './arrange.ts';
import { followLink } from './mail.ts';
import { paste } from './paste.ts';
import { enter, expect, newNumber, newPerson, test } from './test.ts';

test('a company is opened, a colleague accepts an invitation and orders for it, and its admin sees the order', async ({
  page,
  shop,
  buyer,
  browser,
  addProduct,
}) => {
  test.setTimeout(120_000);
  await proveAddress(shop, buyer.email);
  const product = await addProduct();
  await enter(page, shop, buyer, '/dashboard/companies');
  await page.getByRole('button', { name: 'Open a company' }).click();
  const form = page.getByRole('form', { name: 'Open a company' });
  await expect(form.getByLabel('Company name')).toBeFocused();
  for (const [label, text] of [
    ['Company name', 'Acme Motors'],
    ['Tax number (optional)', 'DE123456789'],
    ['Street', '1 Dock Road'],
    ['City', 'Oakland'],
    ['ZIP or postal code', '94607'],
    ['Phone', '+1 555 0100'],
  ] as const)
    await form.getByLabel(label).fill(text);
  await form.getByRole('button', { name: 'Open a company' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme Motors');
  const buying = page.getByRole('button', { name: /^Buying for/ });
  await expect(buying).toHaveText('Buying for Acme Motors');

  const colleague = await openAccount(shop.origin, newPerson());
  const invite = page.getByRole('form', { name: 'Invite' });
  await invite.getByLabel('Email').fill(colleague.email);
  await invite.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('row', { name: colleague.email })).toContainText('Open');

  const context = await browser.newContext({ baseURL: shop.origin });
  const theirs = await context.newPage();
  // Without a session the link leads to the login, and back.
  await followLink(theirs, `Invitation from ${buyer.email}`, colleague.email);
  await theirs.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await theirs.getByLabel('Email').fill(colleague.email);
  await theirs.getByLabel('Password').fill(colleague.password);
  await theirs.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(theirs.getByRole('main')).toContainText('CompanyAcme Motors');
  await theirs.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Acme Motors');

  // A member buys for themselves and for the company in turn, by keyboard; another tab learns of it.
  const other = await context.newPage();
  await other.goto('/dashboard/addresses');
  await expect(other.getByText('1 Dock Road')).toBeVisible();
  const switched = theirs.getByRole('button', { name: /^Buying for/ });
  await switched.press('Enter');
  await expect(theirs.getByRole('menuitemradio', { name: 'Acme Motors' })).toBeFocused();
  await theirs.keyboard.press('ArrowUp');
  await expect(theirs.getByRole('menuitemradio', { name: 'Yourself' })).toBeFocused();
  await theirs.keyboard.press('Enter');
  await expect(switched).toHaveText('Buying for Yourself');
  await expect(other.getByText('No addresses yet')).toBeVisible();
  // The page begins anew for the other buyer, and a menu that was opened before closes with it.
  await expect(async () => {
    const acme = theirs.getByRole('menuitemradio', { name: 'Acme Motors' });
    if (!(await acme.isVisible())) await switched.click();
    await acme.click({ timeout: 1000 });
  }).toPass();
  await expect(switched).toHaveText('Buying for Acme Motors');

  await theirs.goto(`/products/${product._id}`);
  await theirs.getByLabel('Shipping address').fill('1 Dock Road, Oakland');
  await theirs.getByLabel('Phone').fill('+1 555 0100');
  await theirs.getByRole('button', { name: 'Place Order' }).click();
  await expect(theirs.getByText('Order Placed SuccessfullY.')).toBeVisible();
  await context.close();

  await page.goto('/dashboard');
  const row = page.getByRole('row', { name: product.name });
  await expect(row).toContainText(`by ${colleague.name}`);
  await row.getByRole('link', { name: product.name }).click();
  await expect(page.getByRole('link', { name: 'Payment' })).toBeVisible();
});

test('an admin of a company adds and changes a budget, and sets its rules beside another admin without losing anything', async ({
  page,
  shop,
  buyer,
}) => {
  await proveAddress(shop, buyer.email);
  const opened = { name: 'Acme Budgets', address: SHIP_TO };
  const { insertedId: id } = await buyer.call<{ insertedId: string }>('POST /companies', opened);
  await enter(page, shop, buyer, `/dashboard/company/${id}/budgets`);
  await page.getByRole('button', { name: 'Add a budget' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a budget' });
  await adding.getByLabel('Name').fill('Prototypes');
  await adding.getByLabel('Limit in dollars').fill('12,x');
  await adding.getByRole('button', { name: 'Add a budget' }).click();
  await expect(adding).toContainText('Enter an amount in dollars');
  await adding.getByLabel('Limit in dollars').fill('12,500');
  await adding.getByRole('button', { name: 'Add a budget' }).click();
  const row = page.getByRole('row', { name: 'Prototypes' });
  await expect(row).toContainText('$0.00 of $12,500.00');
  await row.getByRole('button', { name: 'Change Prototypes' }).click();
  await page.getByRole('dialog').getByLabel('Limit in dollars').fill('900.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('$0.00 of $900.50');

  await page.getByRole('link', { name: 'Rules' }).click();
  const form = page.getByRole('form', { name: 'Rules' });
  await form.getByLabel('PO number').selectOption('required');
  await form.getByRole('button', { name: 'Add an approval rule' }).click();
  await form.getByLabel('Amount in dollars').fill('5000');
  const theirs = { poNumber: 'unique', costCentres: ['Lab'], approvals: [] };
  await buyer.call(`PUT /companies/${id}/rules`, theirs);
  await form.getByRole('button', { name: 'Save the rules' }).click();
  await expect(form.getByRole('alert')).toContainText(
    'Nothing you typed is lost: compare, then save yours in their place.',
  );
  await expect(form.getByLabel('Amount in dollars')).toHaveValue('5000');
  await form.getByRole('button', { name: 'Show theirs' }).click();
  await expect(form.getByLabel('Cost centers')).toHaveValue('Lab');
  await form.getByRole('button', { name: 'Show mine again' }).click();
  await expect(form.getByLabel('Amount in dollars')).toHaveValue('5000');
  await form.getByLabel('Amount in dollars').press('Enter');
  await expect(form).toContainText('No changes');
  await expect(form.getByLabel('Amount in dollars')).toBeFocused();
  expect(await buyer.call(`GET /companies/${id}/rules`)).toEqual({
    ...{ revision: 2, poNumber: 'required', costCentres: [] },
    approvals: [{ above: 5000, by: { role: 'approver' }, count: 1 }],
  });
});

test('a number that a member says the part of is kept as the company’s own, and found in a pasted mail', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const [part, other] = [await addProduct(), await addProduct()];
  await proveAddress(shop, buyer.email);
  const opened = { name: 'Acme Numbers', address: SHIP_TO };
  const { insertedId: id } = await buyer.call<{ insertedId: string }>('POST /companies', opened);
  await buyer.call(`PUT /companies/${id}/part-numbers`, {
    numbers: [{ productId: other._id, number: 'QXV-OLD-1' }],
  });
  await enter(page, shop, buyer, '/order', id);
  const rows = page.getByRole('row');
  const say = async (number: string, sku: string) => {
    await paste(page, `200x ${number}`);
    const row = rows.filter({ hasText: number });
    await expect(row).toContainText('No match');
    await row.getByRole('combobox', { name: `Find the part for` }).fill(sku);
    await expect(row.getByRole('option')).toHaveCount(1);
    await row.getByRole('combobox').press('Enter');
  };
  await say('QXV-4711-9', part.sku);
  await page.getByRole('button', { name: 'Remember QXV-4711-9 as your number for this part' }).click();
  await expect(page.getByText(`QXV-4711-9 is your number for ${part.sku}`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await paste(page, 'Hello,\nplease send us 250 pcs of QXV 4711-9 by Friday.\nThank you');
  const found = rows.filter({ hasText: part.sku });
  await expect(found).toContainText('250');
  await found.getByRole('button', { name: `${part.sku} × 250` }).click();
  await expect(found.getByRole('gridcell', { name: 'QXV-4711-9', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remember/ })).toHaveCount(0);

  // A part that has a number keeps it, unless its member says so.
  await say('QXV-NEW-2', other.sku);
  await page.getByRole('button', { name: 'Remember QXV-NEW-2 as your number for this part' }).click();
  await expect(page.getByText(`Your number for ${other.sku} is QXV-OLD-1.`)).toBeVisible();
  await page.getByRole('button', { name: 'Keep QXV-OLD-1' }).click();
  await expect(page.getByRole('button', { name: 'Keep QXV-OLD-1' })).toBeHidden();
  const numbers = await buyer.call<{ number: string }[]>(`GET /companies/${id}/part-numbers`);
  expect(numbers.map(({ number }) => number).sort()).toEqual(['QXV-4711-9', 'QXV-OLD-1']);

  // The search knows them, too.
  const search = page.getByRole('combobox', { name: 'Search parts' });
  await search.fill('QXV-4711');
  await expect(page.getByRole('listbox').getByRole('option')).toContainText(part.name);
  await search.fill('QXV-OLD-1');
  await search.press('Enter');
  await expect(page).toHaveURL(`/parts/${other.sku}`);
});

test('a company’s own numbers are pasted, shown before they are saved, and removed', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const part = await addProduct();
  await proveAddress(shop, buyer.email);
  const opened = { name: 'Acme Cells', address: SHIP_TO };
  const { insertedId: id } = await buyer.call<{ insertedId: string }>('POST /companies', opened);
  await enter(page, shop, buyer, `/dashboard/company/${id}/numbers`);
  await page.getByRole('button', { name: 'Import numbers' }).click();
  const cells = page.getByLabel('Or paste cells');
  const save = page.getByRole('button', { name: /^Save/ });
  await cells.fill(`SKU\tCustomer part number\n${part.sku}\tQZ-1\nNO-SUCH-PART\tQZ-2`);
  const read = page.getByRole('button', { name: 'Read the cells' });
  await read.click();
  await expect(page.getByText('Row 3, NO-SUCH-PART: There is no such product on sale')).toBeVisible();
  await expect(page.getByText('1 new number, 0 changed, 0 unchanged, 1 row left out')).toBeVisible();
  await expect(page.getByText(`${part.sku} → QZ-1`)).toBeVisible();
  await save.click();
  const row = page.getByRole('row', { name: 'QZ-1' });
  await expect(row).toContainText(part.sku);
  await expect(page.getByRole('button', { name: 'Import numbers' })).toBeFocused();
  const other = await addProduct();
  await page.getByRole('button', { name: 'Import numbers' }).click();
  await cells.fill(`SKU\tCustomer part number\n${other.sku}\tQZ-1`);
  await read.click();
  await expect(page.getByText(`QZ-1: was ${part.sku}, becomes ${other.sku}`)).toBeVisible();
  await save.click();
  await expect(row).toContainText(other.sku);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(row).toContainText(part.sku);
  await row.getByRole('button', { name: 'Remove QZ-1' }).click();
  await expect(page.getByText('The company has no part numbers of its own yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a number' }).click();
  const adding = page.getByRole('form', { name: 'Add a number' });
  await adding.getByLabel('Part').first().fill(part.sku);
  await adding.getByRole('option').first().click();
  await adding.getByLabel('Number').fill('QZ-3');
  await adding.getByRole('button', { name: 'Add a number' }).click();
  await expect(page.getByRole('row', { name: 'QZ-3' })).toContainText(part.sku);
});

test('a viewer of a company, and staff among its prices, find no button for what they may not do', async ({
  page,
  shop,
  buyer,
  admin,
  addProduct,
}) => {
  const [product, person] = [await addProduct(), await openAccount(shop.origin, newPerson())];
  await proveAddress(shop, buyer.email);
  const opened = { name: 'Acme Views', address: SHIP_TO };
  const { insertedId: id } = await buyer.call<{ insertedId: string }>('POST /companies', opened);
  const approvals = [{ above: 1, by: { role: 'admin' }, count: 1 }];
  await buyer.call(`PUT /companies/${id}/rules`, { poNumber: 'required', costCentres: [], approvals });
  await buyer.call(`POST /companies/${id}/budgets`, { name: 'Lab', period: 'year', limit: 1000 });
  await buyer.call(`PUT /companies/${id}/part-numbers`, {
    numbers: [{ productId: product._id, number: 'QW-1' }],
  });
  const { email, password } = buyer;
  const acting = await openAccount(shop.origin, { email, password }, id);
  const asked = await placePurchase(acting, [product], { poNumber: 'PO-1' });
  await shop.sql(
    "insert into members (buyer_id, user_id, roles) select $1, id, '{viewer}' from users where email = $2",
    [id, person.email],
  );
  const main = page.getByRole('main');
  const buttons = main.getByRole('button');

  await enter(page, shop, person, `/dashboard/company/${id}`, id);
  await expect(main.getByRole('row', { name: person.email })).toContainText('Viewer');
  await expect(buttons).toHaveText(['Leave']);
  await main.getByRole('link', { name: 'Budgets' }).click();
  await expect(main.getByRole('row', { name: 'Lab' })).toBeVisible();
  await expect(buttons).toHaveCount(0);
  await main.getByRole('link', { name: 'Rules' }).click();
  await expect(main.getByLabel('PO number')).toHaveValue('required');
  await expect(main.getByLabel('PO number')).toBeDisabled();
  await expect(buttons).toHaveCount(0);
  await main.getByRole('link', { name: 'Part numbers' }).click();
  await expect(main.getByRole('row', { name: 'QW-1' })).toBeVisible();
  await expect(buttons).toHaveText(['Export CSV']);
  await page.goto(`/dashboard/purchases/${asked.insertedId}`);
  await expect(main.getByRole('region', { name: 'Waiting for approval' })).toBeVisible();
  for (const name of [/approve/i, /send back/i, /change/i, /delete/i, /^pay/i, /ask/i])
    await expect(main.getByRole('button', { name }).or(main.getByRole('link', { name }))).toHaveCount(0);
  await page.goto('/dashboard/approvals');
  await expect(main).toContainText('Your roles in this company do not include approvals.');
  await expect(buttons).toHaveCount(0);

  const list = { name: `Acme ${newNumber()}`, prices: [{ productId: product._id, price: 1 }] };
  const { insertedId: listId } = await admin.call<{ insertedId: string }>('POST /price-lists', list);
  await admin.call(`PATCH /price-lists/${listId}`, { prices: [{ productId: product._id, price: 1.1 }] });
  await admin.call(`PUT /companies/${id}/price-lists`, { ids: [listId] });
  await shop.sql("update users set role = 'staff' where email = $1", [person.email]);
  await enter(page, shop, person, `/dashboard/priceLists/${listId}`);
  await expect(main.getByText('Acme Views')).toBeVisible();
  await expect(main.getByText('1 part priced')).toBeVisible();
  const changing = /save|effect|add|remove|undo|give|take|import/i;
  for (const role of ['button', 'link'] as const)
    await expect(page.locator('.sheet').getByRole(role, { name: changing })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Import prices' })).toHaveCount(0);
});

test('a PO number and a cost center that the company refuses are told at their fields together, and nothing typed is lost', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const { sku } = await addProduct();
  await proveAddress(shop, buyer.email);
  const opened = { name: 'Acme Rules', address: SHIP_TO };
  const { insertedId: id } = await buyer.call<{ insertedId: string }>('POST /companies', opened);
  await enter(page, shop, buyer, `/parts/${sku}`, id);
  await page
    .getByRole('button', { name: /^Add to order/ })
    .first()
    .click();
  await page.goto('/order/checkout');
  const other = page.getByRole('radio', { name: 'Another address' });
  await expect(other).toBeVisible();
  await page.getByRole('textbox', { name: /^Cost center/ }).fill('Roof');
  // An admin sets rules meanwhile.
  const rules = { poNumber: 'required', costCentres: ['Lab'], addressesFromBook: true, approvals: [] };
  await buyer.call(`PUT /companies/${id}/rules`, rules);
  const place = page.getByRole('button', { name: 'Place order', exact: true });
  await place.click();
  const [po, centre] = [page.getByLabel('PO number'), page.getByRole('combobox', { name: 'Cost center' })];
  await expect(po).toBeFocused();
  await expect(po).toHaveAccessibleDescription(/Your company asks for a PO number/);
  await expect(centre).toHaveAccessibleDescription(/Your company asks for one of its cost centers/);
  await expect(centre).toHaveValue('Roof');
  await expect(page.getByRole('complementary', { name: 'Total' }).getByRole('alert')).toHaveCount(0);
  await expect(other).toHaveCount(0);
  await po.fill('PO-1');
  await centre.selectOption('Lab');
  await place.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order NB-\d+ placed$/ })).toBeFocused();
});

test('an admin lets a member skip limits and approvals, and the members’ table says so', async ({
  page,
  shop,
  buyer,
}) => {
  await proveAddress(shop, buyer.email);
  const opened = { name: 'Acme Skips', address: SHIP_TO };
  const { insertedId: id } = await buyer.call<{ insertedId: string }>('POST /companies', opened);
  await enter(page, shop, buyer, `/dashboard/company/${id}`);
  const row = page.getByRole('row', { name: buyer.email });
  await expect(row).not.toContainText('Skips');
  await row.getByRole('button', { name: /^Change/ }).click();
  const skips = page.getByRole('checkbox', { name: /^Skips limits and approvals/ });
  await expect(skips).not.toBeChecked();
  await skips.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Skips limits and approvals');
  const [member] = await buyer.call<object[]>(`GET /companies/${id}/members`);
  expect(member).toMatchObject({ skipsRules: true, perPurchase: null, perMonth: null });
});
