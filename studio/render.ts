import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { createServer } from 'vite';
import type { Booth } from './booth.ts';
import { launchBrowser } from './browser.ts';
import type { Quality } from './stage.ts';

/**
 * Renders parts to `content/pictures/products`, and the shop's own pictures to `content/pictures`:
 *
 *     npm run render -- [--draft] [--exposures 48] [--proof <folder>] [name ...]
 *
 * A name is a part's slug, a family's or a scene's. Without one it renders all parts and families. `--draft` is small and fast and writes
 * nothing to `content`; `--proof` also writes each picture as it will be seen, to be looked at.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draft: { type: 'boolean', default: false },
    exposures: { type: 'string', default: '72' },
    proof: { type: 'string' },
  },
});
const { draft } = values;

const pictures = join(import.meta.dirname, '../content/pictures');
const partQuality: Quality = draft
  ? { exposures: 16, width: 800, height: 600 }
  : { exposures: Number(values.exposures), width: 1280, height: 960 };

/** What is made of each name that is not a part's. */
const scenes: Record<string, () => Promise<void>> = {
  'banner-board': () => banner('board'),
  'banner-trays': () => banner('trays'),
  'banner-server': () => banner('server'),
  'not-found': () => part('not-found', join(pictures, 'not-found'), [640, 1280]),
  verification: () => film('verification'),
};

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
    entries: ['studio.html', 'parts/*.ts', 'scenes/*.ts'],
  },
});
await server.listen();
const address = server.httpServer?.address();
if (!address || typeof address === 'string') throw new Error('The studio has no port');

const browser = await launchBrowser();
const page = await browser.newPage();
try {
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text());
    if (message.type() === 'info') console.log(message.text());
  });
  page.on('pageerror', (error) => console.error(error));
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${address.port}/studio.html`);
  await page.waitForFunction(() => 'booth' in window);
  const names = positionals.length
    ? positionals
    : await page.evaluate(() => (window as unknown as { booth: Booth }).booth.slugs);
  for (const name of names) {
    const start = performance.now();
    await (scenes[name]?.() ?? part(name, join(pictures, 'products', name), [320, 640, 1280]));
    console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
} finally {
  await browser.close();
  await server.close();
  await rm(cacheDir, { recursive: true, force: true });
}

async function shoot(name: string, quality: Quality): Promise<Sharp> {
  const [picture] = await shootAll(name, quality, [0]);
  return picture!;
}

async function shootAll(name: string, quality: Quality, times: number[]): Promise<Sharp[]> {
  const all = await page.evaluate(
    ([name, quality, times]) => (window as unknown as { booth: Booth }).booth.shoot(name, quality, times),
    [name, quality, times] as const,
  );
  const { width, height } = quality;
  return all.map((pixels) => sharp(Buffer.from(pixels, 'base64'), { raw: { width, height, channels: 4 } }));
}

/** A part on a transparent ground, in some widths: `<file>-<width>.<avif|webp>`. */
async function part(name: string, file: string, widths: number[]): Promise<void> {
  const picture = await shoot(name, partQuality);
  if (values.proof) await proof(name, picture, values.proof);
  if (draft) return;
  await mkdir(dirname(file), { recursive: true });
  for (const width of widths) {
    const sized = picture.clone().resize(width, null, { kernel: 'lanczos3' });
    await sized.clone().avif({ quality: 58, effort: 5 }).toFile(`${file}-${width}.avif`);
    // Below an alpha quality of 75 the shadow falls apart into bands; above 80 it takes most of the file.
    await sized.clone().webp({ quality: 78, alphaQuality: 80, effort: 6 }).toFile(`${file}-${width}.webp`);
  }
}

/** An opaque scene, 1920 x 800 and smaller: 1280 for the usual window, which decodes in a third of the time. */
async function banner(name: string): Promise<void> {
  const picture = await shoot(
    `banner-${name}`,
    draft ? { exposures: 12, width: 960, height: 400 } : { exposures: 64, width: 1920, height: 800 },
  );
  picture.removeAlpha();
  if (values.proof) await proofOfScene(`banner-${name}`, picture, values.proof);
  if (draft) return;
  const folder = join(pictures, 'banners');
  await mkdir(folder, { recursive: true });
  for (const width of [960, 1280, 1920]) {
    const sized = picture.clone().resize(width, null, { kernel: 'lanczos3' });
    // Full chroma: dark gradients band without it.
    await sized
      .clone()
      .avif({ quality: 60, effort: 6, chromaSubsampling: '4:4:4' })
      .toFile(join(folder, `${name}-${width}.avif`));
    await sized
      .clone()
      .webp({ quality: 82, effort: 6 })
      .toFile(join(folder, `${name}-${width}.webp`));
  }
}

/** A film in a loop, 16:9: there and back, so that half of its frames are enough. Its poster is the first one. */
async function film(name: string): Promise<void> {
  const rate = 24;
  const half = draft ? 2 : 84;
  const [width, height] = [960, 540];
  const quality: Quality = { exposures: draft ? 8 : 20, width, height };
  // It eases away from rest and back to it, so the turn is not seen.
  const times = Array.from({ length: half + 1 }, (_, n) => 0.5 - 0.5 * Math.cos((Math.PI * n) / half));
  const frames: Buffer[] = [];
  while (frames.length < times.length) {
    for (const frame of await shootAll(name, quality, times.slice(frames.length, frames.length + 17))) {
      frame.removeAlpha();
      if (values.proof && (draft || frames.length % 12 === 0))
        await proofOfScene(`${name}-${String(frames.length).padStart(3, '0')}`, frame, values.proof);
      frames.push(await frame.clone().raw().toBuffer());
    }
    console.log(`${name}: ${frames.length} of ${times.length} frames`);
  }
  if (draft) return;
  const loop = [...frames, ...frames.slice(1, -1).reverse()];
  const file = join(pictures, name);
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${width}x${height}`,
    '-r',
    `${rate}`,
    '-i',
    '-',
  ];
  // sRGB in, BT.709 out, and said so: players that guess shift the colours.
  const color = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'];
  color.push(
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  );
  await ffmpeg([...input, ...color, '-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'film'], loop, [
    ...['-crf', '25', '-movflags', '+faststart', `${file}.mp4`],
  ]);
  await ffmpeg([...input, ...color, '-c:v', 'libvpx-vp9', '-b:v', '0', '-deadline', 'good'], loop, [
    ...['-crf', '36', '-cpu-used', '1', '-row-mt', '1', '-g', '240', `${file}.webm`],
  ]);
  const poster = await shoot(name, { exposures: 48, width, height });
  poster.removeAlpha();
  await poster.clone().avif({ quality: 60, effort: 6 }).toFile(`${file}.avif`);
  await poster.clone().webp({ quality: 82, effort: 6 }).toFile(`${file}.webp`);
}

async function ffmpeg(before: string[], frames: Buffer[], after: string[]): Promise<void> {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...before, ...after], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await pipeline(Readable.from(frames), child.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

/** A scene at its full size. */
async function proofOfScene(name: string, picture: Sharp, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await picture
    .clone()
    .png()
    .toFile(join(folder, `${name}.png`));
}

/** Both papers side by side, and each at the 300 px of a product card. */
async function proof(slug: string, picture: Sharp, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const full = await picture.clone().png().toBuffer();
  const small = await picture.clone().resize(300).png().toBuffer();
  const { width, height } = partQuality;
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
