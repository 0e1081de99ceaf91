// A banner in a second: a part's finished picture on the banners' dark ground, where its scene (an hour of rendering) has
// not been rendered yet.
//   node quick-banner.ts <banner> <slug>
import { join } from 'node:path';
import sharp from 'sharp';

const [name, slug] = process.argv.slice(2);
if (!name || !slug) throw new Error('usage: node quick-banner.ts <banner> <slug>');

const pictures = join(import.meta.dirname, '../content/pictures');
const [WIDTH, HEIGHT] = [1920, 800];

/** Graphite, with light where the part stands. */
const ground = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs><radialGradient id="light" cx="70%" cy="55%" r="60%">
    <stop offset="0" stop-color="#3a4249"/><stop offset="0.55" stop-color="#22282d"/><stop offset="1" stop-color="#161a1e"/>
  </radialGradient></defs>
  <rect width="100%" height="100%" fill="url(#light)"/></svg>`);

const part = await sharp(join(pictures, 'products', `${slug}-1280.webp`))
  .resize({ height: HEIGHT + 80 })
  .extract({ left: 0, top: 40, width: Math.round(((HEIGHT + 80) * 4) / 3), height: HEIGHT })
  .toBuffer();
const banner = await sharp(ground)
  .composite([{ input: part, left: 740, top: 0 }])
  .png()
  .toBuffer();
for (const width of [WIDTH, WIDTH / 2]) {
  const file = join(pictures, 'banners', `${name}-${width}`);
  const sized = sharp(banner).resize(width);
  await sized.clone().webp({ quality: 80 }).toFile(`${file}.webp`);
  await sized.clone().avif({ quality: 58 }).toFile(`${file}.avif`);
}
