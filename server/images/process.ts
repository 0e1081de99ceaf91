import sharp, { type Metadata } from 'sharp';
import { IMAGE_MAX_PIXELS, IMAGE_WIDTHS } from '#contract/images.ts';
import { badRequest, Problem } from '../http/problem.ts';

const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif']);

/** One width of a picture in both formats. */
export interface Rendition {
  width: number;
  webp: Buffer;
  avif: Buffer;
}

export interface ProcessedImage {
  width: number;
  height: number;
  renditions: Rendition[];
}

/**
 * Decodes an uploaded picture and writes it anew in the widths the shop serves, turned upright and without its metadata.
 * Throws 400 for what cannot be decoded, 413 for too many pixels, 415 for another format.
 */
export async function processImage(upload: Buffer): Promise<ProcessedImage> {
  const { format, pages } = await inspect(upload);
  if (!format || !FORMATS.has(format)) throw unsupported();
  if (pages !== undefined && pages > 1) throw new Problem(415, 'animated', 'Upload a still picture.');
  try {
    const upright = sharp(upload, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).rotate();
    // Decoded once, at the largest width served; the smaller ones are made from that.
    const { data, info } = await upright
      .resize({ width: Math.max(...IMAGE_WIDTHS), withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const renditions = await Promise.all(
      IMAGE_WIDTHS.map(async (width) => {
        const resized = sharp(data, { raw }).resize({ width, withoutEnlargement: true });
        const [webp, avif] = await Promise.all([
          resized.clone().webp({ quality: 82 }).toBuffer(),
          resized.clone().avif({ quality: 60, effort: 2 }).toBuffer(),
        ]);
        return { width, webp, avif };
      }),
    );
    return { width: info.width, height: info.height, renditions };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw badRequest(
      'broken_image',
      'This picture cannot be read. Save it again as JPEG, PNG, WebP or AVIF.',
    );
  }
}

async function inspect(upload: Buffer): Promise<Metadata> {
  let metadata: Metadata;
  try {
    metadata = await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    throw unsupported();
  }
  if (metadata.width * metadata.height > IMAGE_MAX_PIXELS) {
    throw new Problem(413, 'too_many_pixels', 'A picture has 25 megapixels at most.');
  }
  return metadata;
}

function unsupported(): Problem {
  return new Problem(415, 'unsupported_image', 'Upload a JPEG, PNG, WebP or AVIF picture.');
}
