import { Problem } from '../ground/handling/problem.ts';
import type { Span } from '../ground/storage/store.ts';

/**
 * Returns the part of a file that a header `Range` names; undefined for the whole file, also where the header names several
 * parts or cannot be read (RFC 9110, 14.2). Throws 416 for a part that the file does not have.
 */
export function readSpan(header: string | undefined, bytes: number): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // Without a first byte it is that many from the end.
  const start = first === '' ? Math.max(bytes - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= bytes)
    throw new Problem('no_such_part', undefined, { headers: { 'content-range': `bytes */${bytes}` } });
  return { start, end };
}
