import { Problem } from '../ground/handling/problem.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Throws 415 unless the bytes begin as a JPEG, PNG, WebP or AVIF. File name and declared type are ignored; the decoder checks
 * the rest.
 */
export function requirePicture(bytes: Buffer): void {
  const isPicture =
    bytes.subarray(0, 3).equals(JPEG) || bytes.subarray(0, 8).equals(PNG) || isWebp(bytes) || isAvif(bytes);
  if (!isPicture) throw unsupportedPicture();
}

export function unsupportedPicture(): Problem {
  return new Problem('unsupported_image');
}

function isWebp(bytes: Buffer): boolean {
  return text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP';
}

export function brokenPicture(): Problem {
  return new Problem('broken_image');
}

/** ISO base media files begin with a box of their brands (ISO/IEC 14496-12, 4.3); a still AVIF has `avif` among them. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || text(bytes, 4, 8) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12 && text(bytes, at, at + 4) === 'avif') return true;
  return false;
}

function text(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, end);
}
