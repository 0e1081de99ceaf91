import { SHIP_TO } from '../fixtures/purchases.ts';
import { type Caller, openAccount, proveAddress } from './arrange.ts';
import { expectAccessible } from './axe.ts';
import { rowTo, tabTo, type } from './keys.ts';
import { followLink } from './mail.ts';
import type { Shop } from './shop.ts';
import { enter, expect, newPerson, signIn, test, typeCard } from './test.ts';

/** A company whose orders above $50 an approver approves, with the buyer and an approver; returns its id. */
async function openCompany(shop: Shop, buyer: Caller, approver: Caller): Promise<string> {
  const admin = await openAccount(shop.origin, newPerson());
  await proveAddress(shop, admin.email);
  const company = { name: 'Acme Motors', address: SHIP_TO };
  const { insertedId } = await admin.call<{ insertedId: string }>('POST /companies', company);
  await shop.sql(
    `insert into members (buyer_id, user_id, roles)
      select $1, id, case email when $2 then '{buyer}' else '{approver}' end::text[] from users where email in ($2, $3)`,
    [insertedId, buyer.email, approver.email],
  );
  const approvals = [{ above: 50, by: { role: 'approver' }, count: 1 }];
  await admin.call(`PUT /companies/${insertedId}/rules`, {
    poNumber: 'optional',
    costCentres: [],
    approvals,
  });
  return insertedId;
}

test('an order above the amount is sent back on a phone, changed, approved by keyboard and paid', async ({
  page,
  shop,
  buyer,
  browser,
  addProduct,
}) => {
  const product = await addProduct();
  const approver = await openAccount(shop.origin, newPerson());
  const companyId = await openCompany(shop, buyer, approver);

  await enter(page, shop, buyer, `/products/${product._id}`, companyId);
  await page.getByLabel('Shipping address').fill('1 Dock Road, Oakland');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('It needs an approval before it can be paid')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to payment' })).toBeHidden();
  await page.getByRole('link', { name: 'See the order' }).click();
  const approval = page.getByRole('region', { name: 'Waiting for approval' });
  await expect(approval).toContainText('One colleague with the role Approver');
  await expect(approval).toContainText('Held until');

  // The mail leads to the order, also where the approver acts for themselves.
  const context = await browser.newContext({
    ...{ baseURL: shop.origin, viewport: { width: 360, height: 740 }, hasTouch: true },
  });
  const colleague = await context.newPage();
  await signIn(colleague, approver.email, approver.password);
  await followLink(colleague, 'To approve:', approver.email);
  await expect(colleague.getByText('This order is from Acme Motors')).toBeVisible();
  await colleague.getByRole('button', { name: 'Buy for Acme Motors' }).click();
  const yours = colleague.getByRole('region', { name: 'Your approval' });
  await expect(yours).toContainText('Above $50.00, the amount that needs no approval');
  await expect(colleague.getByRole('button', { name: 'Menu' })).toContainText(
    '1 order waits for your approval',
  );
  await expect(colleague.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Approvals');
  await expectAccessible(colleague, { name: 'the order of an approver' });
  await yours.getByRole('button', { name: 'Send back' }).click();
  await expect(yours.getByText('Say what should change, then send it back.')).toBeVisible();
  const note = yours.getByLabel(/^Note to/);
  await expect(note).toBeFocused();
  await note.fill('Take 200 of them');
  await yours.getByRole('button', { name: 'Send back' }).click();
  await expect(colleague.getByRole('region', { name: 'Sent back' })).toContainText('Take 200 of them');
  await expect(colleague.getByRole('heading', { level: 1 })).toBeFocused();

  await page.reload();
  const sentBack = page.getByRole('region', { name: 'Sent back' });
  await expect(page.getByText('Change quantities')).toHaveCount(1);
  await expect(sentBack).toContainText('Take 200 of them');
  await expect(page.getByRole('link', { name: 'Payment' })).toBeHidden();
  await expect(page.getByText('Order confirmation (PDF)')).toBeHidden();
  await expect(sentBack.getByRole('link', { name: 'Take the lines into the order pad' })).toBeVisible();
  await sentBack.getByRole('link', { name: 'Change the details' }).click();
  await expect(page.getByRole('dialog').getByLabel('PO number')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await sentBack.getByRole('link', { name: 'Change quantities' }).click();
  await page.getByRole('dialog').getByLabel(product.name).fill('200');
  await page.getByRole('dialog').getByRole('button', { name: 'Change the order' }).click();
  await expect(approval).toBeVisible();

  // Later at a desk, by keyboard alone.
  await colleague.setViewportSize({ width: 1366, height: 768 });
  await colleague.goto('/dashboard/approvals');
  await expect(colleague.getByRole('row')).toContainText(['', 'Above the amount that needs no approval']);
  await expectAccessible(colleague, { name: 'approvals' });
  await rowTo(colleague, colleague.getByRole('link', { name: /^NB-/ }));
  await colleague.keyboard.press('Enter');
  await type(colleague, note, 'As agreed');
  // What the approver looks at changes meanwhile.
  await page.getByRole('button', { name: 'Change the details' }).click();
  await page.getByRole('dialog').getByLabel('PO number').fill('PO-7');
  await page.getByRole('dialog').getByRole('button', { name: 'Change the details' }).click();
  await expect(page.getByText('PO-7').first()).toBeVisible();
  const approve = yours.getByRole('button', { name: 'Approve $230.00' });
  await tabTo(colleague, approve);
  await colleague.keyboard.press('Enter');
  await expect(yours.getByRole('alert')).toHaveText(/^This order has changed since you opened it\./);
  await expect(yours).toContainText('PO-7');
  await expect(note).toHaveValue('As agreed');
  await tabTo(colleague, approve);
  await colleague.keyboard.press('Enter');
  await colleague.keyboard.press('Enter');
  await expect(colleague.getByRole('region', { name: 'Approved' })).toContainText('As agreed');
  await context.close();

  await page.reload();
  await page.getByRole('link', { name: 'Payment' }).click();
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('Congrats! Your Payment is Completed.')).toBeVisible();
});
