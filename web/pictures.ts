/** The URLs of the shop's own pictures. A URL changes with its picture. */
import mp4 from '#content/pictures/verification.mp4';
import webm from '#content/pictures/verification.webm';

/** One picture in two formats and some widths. */
export interface Picture {
  avif: string;
  webp: string;
  /** For <img src>: the smallest one. */
  src: string;
}

/** The URLs by the path below content/pictures/. */
const urls: Record<string, string> = import.meta.glob(
  ['./banners/*.{avif,webp}', './not-found-*.{avif,webp}', './verification.{avif,webp}'],
  { base: '../content/pictures', eager: true, query: '?url', import: 'default' },
);

export const banners = {
  board: picture('banners/board', [960, 1280, 1920]),
  trays: picture('banners/trays', [960, 1280, 1920]),
  server: picture('banners/server', [960, 1280, 1920]),
};

export const notFound = picture('not-found', [640, 1280]);

const still = {
  avif: `${urlOf('verification.avif')} 1280w`,
  webp: `${urlOf('verification.webp')} 1280w`,
  src: urlOf('verification.webp'),
};
export const verificationFilm = { mp4, webm, still };

/** @param name the path without width and format, as in `not-found` for `not-found-640.webp` */
function picture(name: string, widths: number[]): Picture {
  const list = (format: string) =>
    widths.map((width) => `${urlOf(`${name}-${width}.${format}`)} ${width}w`).join(', ');
  return { avif: list('avif'), webp: list('webp'), src: urlOf(`${name}-${widths[0]}.webp`) };
}

function urlOf(file: string): string {
  const url = urls[`./${file}`];
  if (!url) throw new Error(`There is no picture ${file}`);
  return url;
}
