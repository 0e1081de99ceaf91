import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { createServer } from 'vite';
import type { Booth } from './booth.ts';
import type { Quality } from './stage.ts';

/**
 * Renders parts to `content/pictures/products`:
 *
 *     node studio/render.ts [--draft] [--proof <folder>] [slug ...]
 *
 * Without a slug it renders all. `--draft` is small and fast and writes no product picture; `--proof` also writes each
 * picture over white and over graphite side by side, to be looked at.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { draft: { type: 'boolean', default: false }, proof: { type: 'string' } },
});

const products = join(import.meta.dirname, '../content/pictures/products');
const widths = [320, 640, 1280];
const quality: Quality = values.draft
  ? { exposures: 16, width: 800, height: 600 }
  : { exposures: 72, width: 1280, height: 960 };

// A cache of its own for each run: two people can render at the same time.
const cacheDir = await mkdtemp(join(tmpdir(), 'studio-'));
const server = await createServer({
  root: import.meta.dirname,
  configFile: false,
  cacheDir,
  logLevel: 'error',
  server: {
    port: 0,
    host: '127.0.0.1',
    hmr: false,
    watch: null,
    fs: { allow: [join(import.meta.dirname, '..')] },
  },
  optimizeDeps: {
    entries: ['studio.html', 'parts/*.ts'],
  },
});
await server.listen();
const address = server.httpServer?.address();
if (!address || typeof address === 'string') throw new Error('The studio has no port');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
  ],
});
try {
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text());
  });
  page.on('pageerror', (error) => console.error(error));
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${address.port}/studio.html`);
  await page.waitForFunction(() => 'booth' in window);
  const slugs = positionals.length
    ? positionals
    : await page.evaluate(() => (window as unknown as { booth: Booth }).booth.slugs);
  await mkdir(products, { recursive: true });
  for (const slug of slugs) {
    const start = performance.now();
    const pixels = await page.evaluate(
      ([name, wanted]) => (window as unknown as { booth: Booth }).booth.shoot(name, wanted),
      [slug, quality] as const,
    );
    const picture = Buffer.from(pixels, 'base64');
    if (!values.draft) await exportProduct(slug, picture);
    if (values.proof) await proof(slug, picture, values.proof);
    console.log(`${slug}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
  await server.close();
  await rm(cacheDir, { recursive: true, force: true });
}

function open(picture: Buffer): Sharp {
  return sharp(picture, { raw: { width: quality.width, height: quality.height, channels: 4 } });
}

async function exportProduct(slug: string, picture: Buffer): Promise<void> {
  for (const width of widths) {
    const file = join(products, `${slug}-${width}`);
    const sized = open(picture).resize(width, null, { kernel: 'lanczos3' });
    await sized.clone().avif({ quality: 58, effort: 5 }).toFile(`${file}.avif`);
    // Below an alpha quality of 75 the shadow falls apart into bands; above 80 it takes most of the file.
    await sized.clone().webp({ quality: 78, alphaQuality: 80, effort: 6 }).toFile(`${file}.webp`);
  }
}

/** Both papers side by side, and each at the 300 px of a product card. */
async function proof(slug: string, picture: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const full = await open(picture).png().toBuffer();
  const small = await open(picture).resize(300).png().toBuffer();
  const { width, height } = quality;
  const sheet = (
    left: number,
    background: string,
    input: Buffer,
    w: number,
    h: number,
    top = 0,
  ): OverlayOptions[] => [
    { input: { create: { width: w, height: h, channels: 4, background } }, left, top },
    { input, left, top },
  ];
  await sharp({ create: { width: width * 2, height: height + 225, channels: 4, background: '#888' } })
    .composite([
      ...sheet(0, '#ffffff', full, width, height),
      ...sheet(width, '#1f2328', full, width, height),
      ...sheet(0, '#ffffff', small, 300, 225, height),
      ...sheet(width, '#1f2328', small, 300, 225, height),
    ])
    .png()
    .toFile(join(folder, `${slug}.png`));
}
