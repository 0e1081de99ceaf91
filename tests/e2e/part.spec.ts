import { partPath } from '#contract/kernel/addresses.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { Product } from '#contract/products/schema.ts';
import { enter, expect, newNumber, test } from './test.ts';

test('a visitor reads all facts of a part, enlarges its pictures by keyboard, and goes on to order it', async ({
  page,
  addProduct,
}) => {
  const name = `Riser Card ${newNumber()}`;
  const part = await addProduct({
    name,
    ...{ maker: 'Northbridge', multiple: 50, leadDays: 3, package: { name: 'Box', pieces: 50 } },
    priceBreaks: [{ from: 1000, price: 0.9025 }],
    moreImages: ['/images/ddr5-udimm.webp', '/images/psu-atx-850.webp'],
  } as Partial<Product>);
  await page.goto(partPath(part.sku.toLowerCase()));
  await expect(page).toHaveURL(partPath(part.sku));
  await expect(page).toHaveTitle(`${name}, ${part.sku} | Northbridge`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const offer = page.getByRole('region', { name: 'Price and stock' });
  for (const words of ['$1.15 per unit at 100 pcs', '5,000 pcs', '50 pcs'])
    await expect(offer).toContainText(words);
  await expect(offer.getByRole('row', { name: '1,000 pcs $0.9025 21.5%' })).toBeVisible();
  await expect(page.getByText('Ships in 3 days')).toBeVisible();

  await page.getByRole('button', { name: 'Show picture 2 of 3' }).press('Enter');
  const enlarge = page.getByRole('button', { name: 'Enlarge' });
  await enlarge.press('Enter');
  const viewer = page.getByRole('dialog', { name: `Pictures of ${name}` });
  await expect(viewer.getByText('Picture 2 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: `${name}, picture 3 of 3` })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('Picture 1 of 3')).toBeVisible();
  const picture = viewer.getByRole('img');
  const width = async () => (await picture.boundingBox())!.width;
  const fitted = await width();
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(fitted * 1.5);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(enlarge).toBeFocused();

  // On paper it is a document.
  await page.emulateMedia({ media: 'print' });
  for (const gone of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('button')])
    await expect(gone.filter({ visible: true })).toHaveCount(0);
  await expect(offer).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await offer.getByRole('link', { name: 'Purchase Now' }).click();
  await expect(page.getByText(`Log in to order ${name}.`)).toBeVisible();
});

test('a buyer orders 930 pieces in multiples of 50: the nearest right quantities and the advice take a key each', async ({
  page,
  openProduct,
}) => {
  await openProduct({ multiple: 50, price: 6.35, priceBreaks: [{ from: 1000, price: 5.9025 }] });
  const quantity = page.getByLabel('Order quantity');
  const order = page.getByRole('form', { name: 'Order' });
  await quantity.fill('930');
  await expect(order.getByText('Sold in multiples of 50. Order 900 or 950.')).toBeVisible();
  await expect(order.getByText('1,000 pcs cost $130.00 less than 950, $5,902.50 in total.')).toBeVisible();
  await order.getByRole('button', { name: 'Order 950' }).press('Enter');
  await expect(quantity).toHaveValue('950');
  await expect(order.getByText('1,000 pcs cost $130.00 less, $5,902.50 in total.')).toBeVisible();
  const above = async (first: string, second: string) => {
    const top = async (name: string) => (await order.getByRole('button', { name }).boundingBox())!.y;
    return (await top(first)) - (await top(second));
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await order.evaluate((form) => form.scrollIntoView());
  await expect.poll(() => above('Order 1,000', 'Place Order')).toBeLessThan(0);
  await order.getByRole('button', { name: 'Order 1,000' }).press('Enter');
  await expect(quantity).toHaveValue('1000');
  // The focus is where another Enter orders nothing.
  await expect(order.getByRole('button', { name: '1,000 pcs' })).toBeFocused();
  await expect(order.getByRole('row', { name: /1,000 pcs/ })).toHaveAttribute('aria-current', 'true');

  await quantity.fill('abc');
  await expect(order.getByText('The quantity is a number of pieces, such as 1,000.')).toBeVisible();
  await order.getByRole('button', { name: 'Order 100', exact: true }).click();
  await expect(quantity).toHaveValue('100');
  await expect(order.getByRole('button', { name: 'Place Order' })).toBeEnabled();
});

test('a part with a substitute shows what differs, on its page and where it is ordered', async ({
  page,
  shop,
  buyer,
  addProduct,
}) => {
  const attributes = { type: 'DDR5', capacity: 32, ecc: false };
  const other = await addProduct({
    ...{ name: `Module ${newNumber()}`, category: 'memory', attributes: { ...attributes, capacity: 64 } },
  } as never);
  const part = await addProduct({
    ...{ name: `Module ${newNumber()}`, category: 'memory', attributes },
    ...{ lifecycle: 'obsolete', available: 0 },
    substitutes: [{ sku: other.sku, kind: 'better', note: 'Needs a newer BIOS' }],
  } as never);
  await page.goto(partPath(part.sku));
  const row = page
    .getByRole('region', { name: 'Substitutes' })
    .getByRole('row')
    .filter({ hasText: other.name });
  await expect(row).toContainText('Fits and does more');
  await expect(row).toContainText('Capacity 64\u00a0GB (not 32\u00a0GB)');
  await expect(row).toContainText('Needs a newer BIOS');
  await expect(row).not.toContainText('ECC');
  // The head, which stays in sight, covers no row.
  const head = (await page.getByRole('columnheader', { name: 'What differs' }).boundingBox())!;
  expect(head.y + head.height).toBeLessThanOrEqual((await row.boundingBox())!.y);
  // The box in which an obsolete part is bought leads to what can be bought.
  const offer = page.getByRole('region', { name: 'Price and stock' });
  await expect(offer.getByRole('link', { name: other.name })).toHaveAttribute('href', partPath(other.sku));
  await expect(offer).toContainText(`at 100 pcs, ${formatCount(other.available)} pcs in stock`);
  await offer.getByRole('button', { name: `Add substitute to order: ${other.name}` }).click();
  await expect(offer.getByRole('button', { name: /100 pcs are in it/ })).toBeVisible();
  await enter(page, shop, buyer, `/products/${part._id}`);
  await expect(row).toContainText('Capacity 64\u00a0GB (not 32\u00a0GB)');
  await expect(page.getByRole('button', { name: /Add substitute to order/ })).toBeVisible();
});
