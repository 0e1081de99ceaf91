import { type Answer, hear, serveAnswers } from './heard.ts';
import type { MeasuredServer } from './servers.ts';

/** How wide the largest picture of a page is shown in the measured window. */
const WIDTHS: Record<string, number> = { '/': 1280, '/allProducts': 374 };

/** An address of the shop that shows next to nothing, where a browser can be before it opens a page. */
export const RESTING = '/config';

/** The pages of which there is a bare one. */
export const BARE_PATHS = Object.keys(WIDTHS);

/**
 * Serves, at the shop's paths, pages with nothing but a heading and the picture that is the largest paint of the shop's
 * page, in the same bytes and about the same size: no style sheet, font or script. What these take is the browser's own.
 * They have the shop's opener policy, by which the browser decides whether to start a process.
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
