/**
 * Whether an Accept header prefers a page to JSON: it names text/html (or a wildcard for text) with a weight at least as
 * high as JSON's. A header that only says `*\/*`, as programs send it, does not.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const html = Math.max(weightOf(accept, 'text/html'), weightOf(accept, 'application/xhtml+xml'));
  return html > 0 && html >= weightOf(accept, 'application/json');
}

function weightOf(accept: string | undefined, type: string): number {
  for (const part of accept?.split(',') ?? []) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}
