import { weightOf } from '../http/weights.ts';

/**
 * Whether an Accept header prefers a page to JSON: it names text/html (or a wildcard for text) with a weight at least as
 * high as JSON's. A header that only says `*\/*`, as programs send it, does not.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const html = Math.max(weightOf(accept, 'text/html'), weightOf(accept, 'application/xhtml+xml'));
  return html > 0 && html >= weightOf(accept, 'application/json');
}
