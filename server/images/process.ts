import sharp, { type Metadata } from 'sharp';
import { IMAGE_MAX_PIXELS, IMAGE_WIDTHS, WIDE_IMAGE } from '#contract/images/schema.ts';
import { Problem } from '../ground/handling/problem.ts';
import { brokenPicture, unsupportedPicture } from './format.ts';

/** One width of a picture in both formats. */
export interface Rendition {
  width: number;
  webp: Uint8Array;
  avif: Uint8Array;
}

export interface ProcessedImage {
  width: number;
  height: number;
  renditions: Rendition[];
}

/** The pixels of a picture, at the largest width that is kept of it. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif']);
/** Largest ratio of height to width: a strip of 500 x 50,000 would take minutes. What fills a window is not taller than wide. */
const TALLEST = 2;
const TALLEST_WIDE = 1;

/**
 * Blocks all formats but the four that are accepted: SVG, TIFF, PDF and others that the library could read are never
 * parsed.
 */
export function allowFormats(): void {
  const loaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.cache(false);
  sharp.concurrency(1);
}

/**
 * Returns the widths in which a picture is kept, from narrow to wide.
 * @param isWide it fills a window
 */
const widthsOf = (isWide: boolean): number[] => (isWide ? [...IMAGE_WIDTHS, WIDE_IMAGE] : [...IMAGE_WIDTHS]);

/**
 * Decodes an uploaded picture, turned upright, and scales it down. Throws 400 for what cannot be decoded, 413 for too many
 * pixels, 415 for another format.
 */
export async function decode(upload: Uint8Array, isWide = false): Promise<Pixels> {
  const largest = Math.max(...widthsOf(isWide));
  const { format, pages } = await inspect(upload);
  if (!format || !FORMATS.has(format)) throw unsupportedPicture();
  if (pages !== undefined && pages > 1) throw new Problem('animated');
  try {
    const { data, info } = await sharp(upload, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize({
        width: largest,
        height: largest * (isWide ? TALLEST_WIDE : TALLEST),
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: info.channels };
  } catch {
    throw brokenPicture();
  }
}

/** Encodes pixels in the widths that are kept of the picture; nothing else of the upload remains. */
export async function encode({ data, ...raw }: Pixels, isWide = false): Promise<ProcessedImage> {
  const renditions: Rendition[] = [];
  for (const width of widthsOf(isWide)) {
    const resized = sharp(data, { raw }).resize({
      width,
      height: width * TALLEST,
      fit: 'inside',
      withoutEnlargement: true,
    });
    // Two at a time leave threads for decoding the next picture.
    const [webp, avif] = await Promise.all([
      resized.clone().webp({ quality: 82 }).toBuffer(),
      resized.clone().avif({ quality: 60, effort: 2 }).toBuffer(),
    ]);
    renditions.push({ width, webp, avif });
  }
  return { width: raw.width, height: raw.height, renditions };
}

/**
 * Encodes pixels once, as WebP: in the largest of the widths the shop serves in which it has `most` bytes. Throws 400 for pixels that
 * have more in each.
 */
export async function encodeWithin({ data, ...raw }: Pixels, most: number): Promise<Uint8Array> {
  for (const width of IMAGE_WIDTHS.toReversed()) {
    const size = { width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true } as const;
    const webp = await sharp(data, { raw }).resize(size).webp({ quality: 82 }).toBuffer();
    if (webp.length <= most) return webp;
  }
  throw brokenPicture();
}

async function inspect(upload: Uint8Array): Promise<Metadata> {
  let metadata: Metadata;
  try {
    metadata = await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    throw brokenPicture();
  }
  if (metadata.width * metadata.height > IMAGE_MAX_PIXELS) {
    throw new Problem('too_many_pixels', { megapixels: IMAGE_MAX_PIXELS / 1_000_000 });
  }
  return metadata;
}
