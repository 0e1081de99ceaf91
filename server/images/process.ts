import sharp, { type Metadata } from 'sharp';
import { IMAGE_MAX_PIXELS, IMAGE_WIDTHS } from '#contract/images.ts';
import { Problem } from '../handling/problem.ts';
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

/** The pixels of a picture, at the largest width the shop serves. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif']);
const LARGEST = Math.max(...IMAGE_WIDTHS);
/** Largest ratio of height to width: a strip of 500 x 50,000 would take minutes. */
const TALLEST = 2;

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
 * Decodes an uploaded picture, turned upright, and scales it down. Throws 400 for what cannot be decoded, 413 for too many
 * pixels, 415 for another format.
 */
export async function decode(upload: Uint8Array): Promise<Pixels> {
  const { format, pages } = await inspect(upload);
  if (!format || !FORMATS.has(format)) throw unsupportedPicture();
  if (pages !== undefined && pages > 1) throw new Problem('animated');
  try {
    const { data, info } = await sharp(upload, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize({ width: LARGEST, height: LARGEST * TALLEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: info.channels };
  } catch {
    throw brokenPicture();
  }
}

/** Encodes pixels in the widths the shop serves; nothing else of the upload remains. */
export async function encode({ data, ...raw }: Pixels): Promise<ProcessedImage> {
  const renditions: Rendition[] = [];
  for (const width of IMAGE_WIDTHS) {
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
