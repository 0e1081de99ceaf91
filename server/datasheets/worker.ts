// The process that makes datasheets (see make.ts): it gets facts and pictures and returns PDFs.
import sharp from 'sharp';
import { serveOrders } from '../pdf/maker.ts';
import type { SheetFacts } from './facts.ts';
import { drawSheet } from './sheet.ts';

/** A datasheet to make. The picture is of any format that the shop serves. */
export interface SheetOrder {
  facts: SheetFacts;
  picture: Uint8Array | undefined;
}

serveOrders(async ({ facts, picture }: SheetOrder) => drawSheet(facts, picture && (await toJpeg(picture))));

/** PDF knows neither WebP nor AVIF. The width is almost three times that of the picture on paper. */
function toJpeg(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture)
    .resize({ width: 640, height: 480, fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer();
}
