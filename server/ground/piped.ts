import type { Readable } from 'node:stream';

/**
 * What a transform of zlib's makes of a source. What fails before the transform fails what is read from it, and who stops reading ends
 * both in silence: what `compose` makes of them emits an error then that nobody listens to, which ends the process.
 */
export function piped(source: Readable, transform: NodeJS.ReadWriteStream & Readable): Readable {
  source.on('error', (error) => transform.destroy(error));
  transform.on('close', () => source.destroy());
  source.pipe(transform);
  return transform;
}
