/** The shop's own pictures, drawn by studio/, as addresses that change whenever a picture does. */
import board960avif from '#content/pictures/banners/board-960.avif';
import board960 from '#content/pictures/banners/board-960.webp';
import board1920avif from '#content/pictures/banners/board-1920.avif';
import board1920 from '#content/pictures/banners/board-1920.webp';
import server960avif from '#content/pictures/banners/server-960.avif';
import server960 from '#content/pictures/banners/server-960.webp';
import server1920avif from '#content/pictures/banners/server-1920.avif';
import server1920 from '#content/pictures/banners/server-1920.webp';
import trays960avif from '#content/pictures/banners/trays-960.avif';
import trays960 from '#content/pictures/banners/trays-960.webp';
import trays1920avif from '#content/pictures/banners/trays-1920.avif';
import trays1920 from '#content/pictures/banners/trays-1920.webp';
import notFound640avif from '#content/pictures/not-found-640.avif';
import notFound640 from '#content/pictures/not-found-640.webp';
import notFound1280avif from '#content/pictures/not-found-1280.avif';
import notFound1280 from '#content/pictures/not-found-1280.webp';
import mp4 from '#content/pictures/verification.mp4';
import webm from '#content/pictures/verification.webm';
import poster from '#content/pictures/verification.webp';

/** One picture in two formats and two widths. */
export interface Picture {
  avif: string;
  webp: string;
  /** For <img src>: the smaller one. */
  src: string;
}

export const banners = {
  board: picture(960, board960avif, board960, board1920avif, board1920),
  trays: picture(960, trays960avif, trays960, trays1920avif, trays1920),
  server: picture(960, server960avif, server960, server1920avif, server1920),
};

export const notFound = picture(640, notFound640avif, notFound640, notFound1280avif, notFound1280);

export const verificationFilm = { mp4, webm, poster };

function picture(width: number, avif: string, webp: string, avif2x: string, webp2x: string): Picture {
  return {
    avif: `${avif} ${width}w, ${avif2x} ${2 * width}w`,
    webp: `${webp} ${width}w, ${webp2x} ${2 * width}w`,
    src: webp,
  };
}
