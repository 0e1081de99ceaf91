import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { launchBrowser } from '../launch/browser.ts';

/**
 * Takes the screenshots of the README and of the portfolio page from a running shop that has its demo accounts:
 *
 *     node docs/screenshots.ts http://127.0.0.1:3000
 *
 * It signs in as the demo buyer, and leaves one unpaid order and a cart behind; then as the demo admin, whose overview shows what
 * that shop has to do.
 */
const origin = process.argv[2];
if (!origin) throw new Error('Say where the shop runs: node docs/screenshots.ts http://127.0.0.1:3000');

const root = join(import.meta.dirname, '..');
const readme = join(root, 'docs/screenshots');
const portfolio = join(root, 'content/pictures/portfolio');
const viewport = { width: 1280, height: 800 };
const limit = 90_000;
/** Lines of a mail: a part that several fit, one that stands twice, too few pieces, and more than there are. */
const MAIL = `200x DDR5 RDIMM 64GB
NB-E64 - 150 pcs
100 NB-E64
930 SSD-M2-2T
FAN-120-PWM 80
120 PSU 850 W`;

const browser = await launchBrowser(['--hide-scrollbars']);
try {
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    colorScheme: 'light',
    // Without animations the same shop gives the same picture.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await mkdir(readme, { recursive: true });
  await mkdir(portfolio, { recursive: true });

  await page.goto('/');
  await page.getByRole('heading', { name: 'Our Products' }).waitFor();
  await take(page, 'home', 'home');

  await page.goto('/allProducts');
  await page.getByRole('article').nth(5).waitFor();
  await take(page, 'all-products', 'products');

  await page.goto('/allProducts?category=memory&f.ecc=yes&view=list');
  await page.getByRole('row').nth(5).waitFor();
  await take(page, 'list');

  await page.goto('/parts/D5R-4800-64');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await take(page, 'part');

  await page.goto('/order');
  await page.getByRole('grid').waitFor();
  await page.evaluate((mail) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', mail);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.body.dispatchEvent(paste);
  }, MAIL);
  await page.getByText('Several parts fit').first().waitFor();
  await take(page, 'order-pad');
  for (const name of [/D5R-4800-64/, /PSU-ATX-850G/, /Order 500/, /^Join/]) {
    await page.getByRole('grid').getByRole('button', { name }).first().click();
  }

  await signIn(page, 'buyer@example.com');
  await page.goto('/order/checkout');
  await page.getByText('D5R-4800-64').first().waitFor();
  await take(page, 'checkout');
  await page.goto('/allProducts');
  const product = page.getByRole('article').filter({ hasText: 'DDR5' }).first();
  await product.getByRole('link', { name: 'Purchase Now' }).click();
  await page.getByLabel('Shipping address').fill('1 Dock Road, Harbour City');
  await page.getByLabel('Phone').fill('+1 555 0100');
  await page.getByLabel('Order quantity').fill('240');
  await page.getByLabel('Order quantity').blur();
  await take(page, 'order', 'order');

  await page.getByRole('button', { name: 'Place Order' }).click();
  // The link is in the dialog and, below it, in the note that has replaced the form. Both lead to the same page.
  const payment = await page.getByRole('link', { name: 'Go to payment' }).first().getAttribute('href');
  await page.goto(payment ?? '');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date (MM / YY)').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('CVC').blur();
  await take(page, 'payment', 'payment');

  await page.getByRole('button', { name: 'SignOut' }).click();
  await page.getByRole('link', { name: 'Login' }).first().waitFor();
  await signIn(page, 'admin@example.com');
  await page.goto('/dashboard/overview');
  await page.getByRole('heading', { name: 'Figures' }).waitFor();
  await take(page, 'overview');
  await page.goto('/dashboard/stock');
  await page.getByRole('table').getByRole('link').first().waitFor();
  await take(page, 'stock');
} finally {
  await browser.close();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('northbridge');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'SignOut' }).waitFor();
}

/** One picture for the README, and for the portfolio page under the name that it has there. */
async function take(page: Page, readmeName: string, portfolioName?: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Pictures outside the window are not loaded, and waiting for them would never end.
    const seen = [...document.images].filter((image) => {
      const { top, left } = image.getBoundingClientRect();
      return top < innerHeight && left < innerWidth;
    });
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)));
  });
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  let picture: Buffer;
  let quality = 88;
  do {
    picture = await sharp(shot).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    quality -= 4;
  } while (picture.length > limit && quality > 40);
  if (portfolioName) await writeFile(join(portfolio, `${portfolioName}.webp`), picture);
  await writeFile(join(readme, `${readmeName}.webp`), picture);
  console.log(`${readmeName}: ${Math.round(picture.length / 1000)} kB`);
}
