import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The entries of a list that a person has marked. */
export interface Marked {
  ids: ReadonlySet<string>;
  /** Marks an entry, or no longer; nothing happens beyond the most that can be marked. */
  toggle(id: string): void;
  /** Marks these and no others. */
  set(ids: readonly string[]): void;
}

const NONE: ReadonlySet<string> = new Set();

/** What is marked at places in this tab's history, the newest last: who looks at an entry and comes back finds it marked. */
const kept = new Map<string, ReadonlySet<string>>();
const MOST_KEPT = 20;

function keep(place: string, ids: ReadonlySet<string>): void {
  kept.delete(place);
  if (ids.size > 0) kept.set(place, ids);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) return;
    kept.delete(oldest);
  }
}

/** Returns which entries of a list are marked, and marks them, one by one up to `most`. */
export function useMarked(most = Number.POSITIVE_INFINITY): Marked {
  const { key } = useLocation();
  const [ids, setIds] = useState(() => kept.get(key) ?? NONE);
  useEffect(() => keep(key, ids), [key, ids]);
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
