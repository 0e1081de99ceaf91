/**
 * Whether a store keeps files of such a name: letters, digits, `-` and `_`, and one ending. Names come from lists of buckets and from
 * backups, too, where anything may stand: none leads out of the store's folder.
 */
export const isFileName = (name: string): boolean =>
  /^[A-Za-z0-9][\w-]{0,150}\.[a-z0-9]{2,5}$/.test(name) && !name.endsWith('.tmp');

/** Returns the name. @throws RangeError when a store keeps no file of such a name */
export function requireFileName(name: string): string {
  if (!isFileName(name)) throw new RangeError('That is no name of a stored file');
  return name;
}
