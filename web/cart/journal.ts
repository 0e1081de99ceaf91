/**
 * The changes of this tab that the browser's database does not have yet: what keeps it is loaded after the first paint, and takes
 * a moment. They are in the local storage as well, so that a page that is closed or crashes meanwhile loses none.
 */
import type { ListOp } from '#contract/lists.ts';

export interface Entry {
  owner: string;
  ops: readonly ListOp[];
}

const PREFIX = 'cart changes ';
/** A tab that has not written for so long is gone, where the browser cannot tell. */
const GONE_MS = 60_000;

const key = `${PREFIX}${Math.random().toString(36).slice(2)}`;
let entries: readonly Entry[] = [];
/** Ends the lock that says that this tab lives. */
let release: (() => void) | undefined;

/** Returns the changes that are not kept yet, the first first: the same array until there are others. */
export function notKept(): readonly Entry[] {
  return entries;
}

export function note(entry: Entry): void {
  hold();
  write([...entries, entry]);
}

/** The first of the changes are kept. */
export function dropKept(count: number): void {
  write(entries.slice(count));
}

function write(next: readonly Entry[]): void {
  entries = next;
  if (entries.length === 0) {
    release?.();
    release = undefined;
  }
  try {
    if (entries.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), entries }));
  } catch {
    // It does not take as much: what is in memory is kept in a moment.
  }
}

/** As long as this tab lives, no other one adopts its changes. */
function hold(): void {
  if (release || !navigator.locks) return;
  const isOver = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(key, () => isOver).catch(() => {});
}

/** Hands over what tabs that are gone have left. */
export async function adopt(keep: (entries: readonly Entry[]) => Promise<void>): Promise<void> {
  for (const other of journals()) {
    if (other === key) continue;
    const take = async () => {
      const left = parse(localStorage.getItem(other));
      if (left && !navigator.locks && Date.now() - left.at < GONE_MS) return;
      if (left) await keep(left.entries);
      localStorage.removeItem(other);
    };
    if (navigator.locks)
      await navigator.locks.request(other, { ifAvailable: true }, (lock) => lock && take());
    else await take();
  }
}

/** Returns where changes stand that are not kept yet, of all tabs. */
export function journals(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    // Storage is forbidden in this browser.
    return [];
  }
}

function parse(text: string | null): { at: number; entries: Entry[] } | undefined {
  try {
    const left = JSON.parse(text ?? '');
    return typeof left?.at === 'number' && Array.isArray(left.entries) ? left : undefined;
  } catch {
    return undefined;
  }
}
