/** The URLs of the shop's own pictures, which studio/ renders. A URL changes with its picture. */
import board960avif from '#content/pictures/banners/board-960.avif';
import board960 from '#content/pictures/banners/board-960.webp';
import board1280avif from '#content/pictures/banners/board-1280.avif';
import board1280 from '#content/pictures/banners/board-1280.webp';
import board1920avif from '#content/pictures/banners/board-1920.avif';
import board1920 from '#content/pictures/banners/board-1920.webp';
import server960avif from '#content/pictures/banners/server-960.avif';
import server960 from '#content/pictures/banners/server-960.webp';
import server1280avif from '#content/pictures/banners/server-1280.avif';
import server1280 from '#content/pictures/banners/server-1280.webp';
import server1920avif from '#content/pictures/banners/server-1920.avif';
import server1920 from '#content/pictures/banners/server-1920.webp';
import trays960avif from '#content/pictures/banners/trays-960.avif';
import trays960 from '#content/pictures/banners/trays-960.webp';
import trays1280avif from '#content/pictures/banners/trays-1280.avif';
import trays1280 from '#content/pictures/banners/trays-1280.webp';
import trays1920avif from '#content/pictures/banners/trays-1920.avif';
import trays1920 from '#content/pictures/banners/trays-1920.webp';
import notFound640avif from '#content/pictures/not-found-640.avif';
import notFound640 from '#content/pictures/not-found-640.webp';
import notFound1280avif from '#content/pictures/not-found-1280.avif';
import notFound1280 from '#content/pictures/not-found-1280.webp';
import still1280avif from '#content/pictures/verification.avif';
import mp4 from '#content/pictures/verification.mp4';
import webm from '#content/pictures/verification.webm';
import still1280 from '#content/pictures/verification.webp';

/** One picture in two formats and some widths. */
export interface Picture {
  avif: string;
  webp: string;
  /** For <img src>: the smallest one. */
  src: string;
}

export const banners = {
  board: picture(
    { 960: board960avif, 1280: board1280avif, 1920: board1920avif },
    { 960: board960, 1280: board1280, 1920: board1920 },
  ),
  trays: picture(
    { 960: trays960avif, 1280: trays1280avif, 1920: trays1920avif },
    { 960: trays960, 1280: trays1280, 1920: trays1920 },
  ),
  server: picture(
    { 960: server960avif, 1280: server1280avif, 1920: server1920avif },
    { 960: server960, 1280: server1280, 1920: server1920 },
  ),
};

export const notFound = picture(
  { 640: notFound640avif, 1280: notFound1280avif },
  { 640: notFound640, 1280: notFound1280 },
);

export const verificationFilm = { mp4, webm, still: picture({ 1280: still1280avif }, { 1280: still1280 }) };

/** @param avif and `webp` addresses by width */
function picture(avif: Record<number, string>, webp: Record<number, string>): Picture {
  const list = (files: Record<number, string>) =>
    Object.entries(files)
      .map(([width, file]) => `${file} ${width}w`)
      .join(', ');
  return { avif: list(avif), webp: list(webp), src: Object.values(webp)[0]! };
}
