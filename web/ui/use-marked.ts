import { useState } from 'react';

/** The entries of a list that a person has marked. */
export interface Marked {
  ids: ReadonlySet<string>;
  /** Marks an entry, or no longer; nothing happens beyond the most that can be marked. */
  toggle(id: string): void;
  /** Marks these and no others. */
  set(ids: readonly string[]): void;
}

/** Returns which entries of a list are marked, and marks them, one by one up to `most`. */
export function useMarked(most = Number.POSITIVE_INFINITY): Marked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id) && next.size < most) next.add(id);
      setIds(next);
    },
    set: (wanted) => setIds(new Set(wanted)),
  };
}
