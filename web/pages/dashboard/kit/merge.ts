/** What two people have made of the same form, field by field: pure. */

/** Fields of a form by their paths. */
export type Fields<Path extends string = string> = Partial<Record<Path, unknown>>;

/** Returns the paths of the fields that differ. */
export function differing<Path extends string>(a: Fields<Path>, b: Fields<Path>): Path[] {
  const paths = new Set([...Object.keys(a), ...Object.keys(b)] as Path[]);
  return [...paths].filter((path) => !isSame(a[path], b[path]));
}

interface Comparison<Path extends string> {
  /** What I have changed. */
  mine: Path[];
  /** What others have changed, and I had not. */
  taken: Path[];
  /** What both have changed, to different values. */
  conflicts: Path[];
}

/** Compares what two people have made of `base`. */
export function compare<Path extends string>(
  base: Fields<Path>,
  mine: Fields<Path>,
  theirs: Fields<Path>,
): Comparison<Path> {
  const changed = differing(base, theirs);
  const isMine = new Set(differing(base, mine));
  const open = new Set(differing(mine, theirs));
  return {
    mine: [...isMine],
    taken: changed.filter((path) => !isMine.has(path)),
    conflicts: changed.filter((path) => isMine.has(path) && open.has(path)),
  };
}

/** A field without a value is an empty one. */
function isSame(a: unknown = '', b: unknown = ''): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
