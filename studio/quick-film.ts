// The film of 'Our Verification' in a minute: the camera moves slowly along a bench of boards, from their finished pictures,
// and back, so that it loops. The scene in scenes/verification.ts has depth, and takes hours to render.
//   node quick-film.ts      (needs ffmpeg)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const BENCH = ['hba-sas-16i', 'mainboard-mini-itx', 'nic-25g-sfp28', 'mainboard-atx', 'ddr5-rdimm-ecc'];
const [WIDTH, HEIGHT, SECONDS, RATE] = [960, 540, 8, 24];
const STEP = 560;
const LENGTH = WIDTH + STEP * (BENCH.length - 2);

const pictures = join(import.meta.dirname, '../content/pictures');
const ground = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${LENGTH}" height="${HEIGHT}">
  <defs><linearGradient id="bench" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#14181b"/><stop offset="0.55" stop-color="#262d32"/><stop offset="1" stop-color="#1b2024"/>
  </linearGradient></defs><rect width="100%" height="100%" fill="url(#bench)"/></svg>`);
const parts = await Promise.all(
  BENCH.map(async (slug, index) => ({
    input: await sharp(join(pictures, 'products', `${slug}-1280.webp`))
      .resize({ width: 620 })
      .toBuffer(),
    left: Math.min(index * STEP, LENGTH - 620),
    top: 50,
  })),
);

const folder = mkdtempSync(join(tmpdir(), 'northbridge-film-'));
const bench = join(folder, 'bench.png');
await sharp(ground).composite(parts).png().toFile(bench);

// There and back along a cosine: it starts and ends at rest, and the last frame meets the first.
const along = `(iw-${WIDTH})/2*(1-cos(2*PI*t/${SECONDS * 2}))`;
const input = [
  '-y',
  '-loglevel',
  'error',
  '-loop',
  '1',
  '-framerate',
  String(RATE),
  '-t',
  String(SECONDS * 2),
  '-i',
  bench,
];
const crop = ['-vf', `crop=${WIDTH}:${HEIGHT}:x='${along}':y=0,format=yuv420p`];
const film = join(pictures, 'verification');
execFileSync('ffmpeg', [
  ...input,
  ...crop,
  '-c:v',
  'libvpx-vp9',
  '-b:v',
  '0',
  '-crf',
  '44',
  '-row-mt',
  '1',
  '-cpu-used',
  '5',
  `${film}.webm`,
]);
execFileSync('ffmpeg', [
  ...input,
  ...crop,
  '-c:v',
  'libx264',
  '-crf',
  '30',
  '-preset',
  'medium',
  '-movflags',
  '+faststart',
  `${film}.mp4`,
]);
const poster = sharp(bench).extract({ left: 0, top: 0, width: WIDTH, height: HEIGHT });
await poster.clone().webp({ quality: 80 }).toFile(`${film}.webp`);
await poster.clone().avif({ quality: 58 }).toFile(`${film}.avif`);
rmSync(folder, { recursive: true });
