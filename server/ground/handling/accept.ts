import { LRUCache } from 'lru-cache';

const MOST_BYTES = 64 * 1024;
const LONGEST_BYTES = 1024;
/** What an entry takes besides its header: about twice what its places in the cache take. */
const BESIDES_HEADER = 128;

/**
 * The weight from 0 to 1 that a header such as Accept or Accept-Encoding gives a name in lower case (RFC 9110, 12.4.2): 1
 * without `q`, 0 where it is not named. Wildcards name nothing. Taken apart at commas and semicolons, so that it takes no
 * longer than the header is long.
 */
export function weightOf(header: string | undefined, name: string): number {
  for (const part of header?.split(',') ?? []) {
    const [named, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (named !== name) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}

/** What kind of answer a client wants of an address that has a page. */
export type Form = 'page' | 'json' | 'any';

/**
 * A page, when an Accept header names text/html (or XHTML) with a weight at least as high as JSON's; JSON, when it names that
 * instead. A header that only says `*\/*`, as programs send it, wants neither.
 */
export const wantedForm = remembering((accept): Form => {
  const html = Math.max(weightOf(accept, 'text/html'), weightOf(accept, 'application/xhtml+xml'));
  if (html > 0 && html >= weightOf(accept, 'application/json')) return 'page';
  return accept.includes('json') ? 'json' : 'any';
});

export type Encoding = 'br' | 'gzip';

/** The best encoding of ours that an Accept-Encoding allows. */
export const wantedEncoding = remembering((acceptEncoding): Encoding | 'identity' => {
  return (['br', 'gzip'] as const).find((name) => weightOf(acceptEncoding, name) > 0) ?? 'identity';
});

/** Remembers what short headers mean: most clients send the same few, with every request. */
function remembering<T extends string>(read: (header: string) => T): (header: string | undefined) => T {
  const known = new LRUCache<string, T>({
    maxSize: MOST_BYTES,
    maxEntrySize: LONGEST_BYTES,
    sizeCalculation: (_, header) => BESIDES_HEADER + 2 * header.length,
    memoMethod: read,
  });
  return (header = '') => known.memo(header);
}
