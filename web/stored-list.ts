/** A short list of texts that is kept in this browser, for all of its tabs. */
import { useSyncExternalStore } from 'react';

const NONE: readonly string[] = [];

interface Options {
  key: string;
  most: number;
  /** Whether a stored text is one of the list's. */
  isEntry: (text: string) => boolean;
}

/** Opens a list. What the storage does not take lasts as long as the page. */
export function openList({ key, most, isEntry }: Options) {
  const listeners = new Set<() => void>();
  /** What did not fit into the storage. */
  let unsaved: string | undefined;
  let parsedFrom: string | null = null;
  let parsed = NONE;

  /** Returns the list: the same array until it changes. */
  function get(): readonly string[] {
    const text = unsaved ?? read(key);
    if (text !== parsedFrom) {
      parsedFrom = text;
      parsed = parse(text);
    }
    return parsed;
  }

  /** Replaces the list by the first of these texts. */
  function set(texts: readonly string[]): void {
    const text = JSON.stringify(texts.slice(0, most));
    try {
      if (texts.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      unsaved = undefined;
    } catch {
      unsaved = text;
    }
    for (const listener of listeners) listener();
  }

  function parse(text: string | null): readonly string[] {
    try {
      const texts: unknown = JSON.parse(text ?? '');
      const isOwn = (one: unknown): one is string => typeof one === 'string' && isEntry(one);
      return Array.isArray(texts) ? [...new Set(texts.filter(isOwn))].slice(0, most) : NONE;
    } catch {
      return NONE;
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    // Another tab has changed the list.
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }

  /** Returns the list, and renders again when it changes in any tab. Empty until the page is hydrated. */
  const use = () => useSyncExternalStore(subscribe, get, () => NONE);

  return { get, set, use };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
