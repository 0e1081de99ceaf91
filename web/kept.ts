/**
 * Unfinished work of the signed-in person in this browser: drafts of forms, and orders that a form has placed. Another person
 * never sees it, nor the same one for another buyer; signing out removes it, and its size is bounded.
 */
import { useSyncExternalStore } from 'react';
import { KEY_HOURS } from '#contract/kernel/idempotency.ts';
import { getOwner } from './identity.ts';

const KEPT_MS = KEY_HOURS * 60 * 60_000;
/** The number of entries of a shelf. The oldest are removed first. */
const MOST = 30;
/** Characters of one entry, unless the shelf says otherwise. A longer one is not stored. */
const LONGEST = 4000;
const PREFIX = 'kept ';

type Entry<Value> = [id: string, at: number, value: Value];

/** Entries of one kind, by the id of their product. */
export interface Shelf<Value> {
  /** Returns the entry of the signed-in person, for whom they act: the same object until it changes. */
  get(id: string): Value | undefined;
  /** Replaces an entry, or removes it. */
  set(id: string, value: Value | undefined): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Opens a shelf: in 'localStorage' for all tabs of the browser, in 'sessionStorage' for this one.
 * @param isValue returns whether an entry has the shelf's type: a page of another version may have stored it
 * @param longest characters of one entry
 * @param keptMs how long an entry is kept, in milliseconds
 */
export function openShelf<Value>(
  place: 'localStorage' | 'sessionStorage',
  name: string,
  isValue: (value: unknown) => value is Value,
  longest: number = LONGEST,
  keptMs: number = KEPT_MS,
): Shelf<Value> {
  const key = PREFIX + name;
  const listeners = new Set<() => void>();
  /** Entries that did not fit into the storage. They last as long as this page. */
  let unsaved: string | undefined;
  let parsedFrom: string | null = null;
  /** The owner is called as versions before call it: what they kept stays. */
  let parsed: { email?: unknown; entries: Entry<Value>[] } = { entries: [] };

  function load(): Entry<Value>[] {
    const text = unsaved ?? read(place, key);
    if (text !== parsedFrom) {
      parsedFrom = text;
      parsed = parse(text, isValue);
    }
    return parsed.email === getOwner() ? parsed.entries : [];
  }

  return {
    get(id) {
      const [, at = 0, value] = load().find(([of]) => of === id) ?? [];
      return Date.now() - at < keptMs ? value : undefined;
    },
    set(id, value) {
      const owner = getOwner();
      if (!owner || JSON.stringify(value ?? '').length > longest) return;
      const others = load().filter(([of, at]) => of !== id && Date.now() - at < keptMs);
      const entries = value === undefined ? others : [...others, [id, Date.now(), value]];
      const text = JSON.stringify({ email: owner, entries: entries.slice(-MOST) });
      try {
        window[place].setItem(key, text);
        unsaved = undefined;
      } catch {
        unsaved = text;
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      // Another tab has stored something.
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}

/** Returns an entry of a shelf, and renders again when it changes in any tab. */
export function useKept<Value>(shelf: Shelf<Value>, id: string): Value | undefined {
  return useSyncExternalStore(
    shelf.subscribe,
    () => shelf.get(id),
    () => undefined,
  );
}

/** Removes the entries of all shelves, at sign-out. */
export function forgetKept(): void {
  for (const place of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[place];
      for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    } catch {
      // Storage is forbidden in this browser: there are no entries.
    }
  }
}

function read(place: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

function parse<Value>(text: string | null, isValue: (value: unknown) => value is Value) {
  try {
    const { email, entries } = JSON.parse(text ?? '');
    const isEntry = (entry: unknown): entry is Entry<Value> =>
      Array.isArray(entry) &&
      typeof entry[0] === 'string' &&
      typeof entry[1] === 'number' &&
      isValue(entry[2]);
    return { email: email as unknown, entries: (entries as unknown[]).filter(isEntry) };
  } catch {
    return { entries: [] };
  }
}
