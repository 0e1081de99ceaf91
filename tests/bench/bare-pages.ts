import { type Answer, hear, serveAnswers } from './heard.ts';
import type { MeasuredServer } from './servers.ts';

/** Width of the largest picture of a page in the measured window. */
const WIDTHS: Record<string, number> = { '/': 1280, '/allProducts': 374 };

/** A nearly empty page of the shop, from which the browser opens the measured page. */
export const RESTING = '/config';

/** The pages that have a bare counterpart. */
export const BARE_PATHS = Object.keys(WIDTHS);

/**
 * Serves, at the shop's paths, pages with nothing but a heading and the picture that is the largest paint of the shop's
 * page, in the same bytes and about the same size: no style sheet, font or script. Their times are the browser's own.
 * They have the shop's opener policy, which decides whether the browser starts a process.
 */
export async function serveBarePages(origin: string): Promise<MeasuredServer> {
  const answers: Answer[] = [await hear(origin, RESTING, {})];
  for (const [path, width] of Object.entries(WIDTHS)) {
    const shopPage = await fetch(origin + path, { headers: { accept: 'text/html' } });
    const picture = (await shopPage.text())
      .match(/<picture.*?<\/picture>/s)![0]
      .replace(/ class="[^"]*"/g, '')
      .replace('<img ', `<img style="width: ${width}px; height: auto" `);
    const files = Array.from(picture.matchAll(/(\/[^\s",]+) \d+w/g), ([, file]) => file!);
    answers.push(...(await Promise.all(files.map((file) => hear(origin, file, {})))));
    const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<link rel="icon" href="data:,"></head><body style="margin: 0"><h1>Bare</h1>${picture}</body></html>`;
    const headers = [
      ...['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-cache'],
      ...['cross-origin-opener-policy', shopPage.headers.get('cross-origin-opener-policy')!],
    ];
    answers.push([path, 200, headers, Buffer.from(page).toString('base64')]);
  }
  return serveAnswers(answers);
}
