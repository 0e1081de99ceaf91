// The shop's mark as browsers show it beside a page's title: `node mark.ts`. A bitmap, since Chromium sets up a
// document to draw an SVG, and does so again for each page that is opened within the shop: 5 ms between a click and its paint.
import { join } from 'node:path';
import sharp from 'sharp';

/** Pixels: a tab shows 16 or 32, on dense screens up to three times as many; search engines want 112 of a logo at least. */
const SIZE = 192;

const root = join(import.meta.dirname, '..');
await sharp(join(import.meta.dirname, 'mark.svg'), { density: 1200 })
  .resize(SIZE)
  .png({ palette: true, effort: 10, compressionLevel: 9 })
  .toFile(join(root, 'web', 'ui', 'mark.png'));
