/** The URLs of the portfolio's own screenshots by the path of the file. */
const urls: Record<string, string> = import.meta.glob('../content/pictures/portfolio/*.{avif,webp,png,jpg}', {
  eager: true,
  query: '?url',
  import: 'default',
});

const FOLDER = '../content/pictures/portfolio/';

/** The names of the files that come with the shop. */
export const ownScreenshots = Object.keys(urls).map((path) => path.slice(FOLDER.length));

/** Returns the URL of a screenshot: of a file in content/pictures/portfolio/, or an uploaded picture's. Undefined for another one. */
export function screenshotUrl(file: string): string | undefined {
  return file.startsWith('/images/') || /^https?:\/\//.test(file) ? file : urls[FOLDER + file];
}
