/**
 * What this browser keeps of carts: changes that the server does not know yet, and the list that the server sent last. Both are in
 * local storage, which all tabs share; each change is an item of its own, so that tabs do not overwrite each other. What local
 * storage does not take stays in the memory of this tab.
 */
import type { ListOp } from '#contract/lists/schema.ts';
import type { Content } from './content.ts';

/** Changes that were made together. A guest's cart consists of these alone. */
export interface Entry {
  /** Its key in local storage. Entries apply in the order of their ids. */
  readonly id: string;
  /** The email of the person who made the changes; `GUEST`. */
  readonly owner: string;
  readonly ops: readonly ListOp[];
  /** The request that carries the first `count` changes. It is sent again as it is until it is answered. */
  readonly sent?: { key: string; listId: string; version: number; count: number };
  /** Why the server has refused the changes, in words. They are shown, and sent again when their line changes. */
  readonly refused?: string;
}

/** A person's cart as the server sent it last. */
export interface ServerList extends Content {
  readonly owner: string;
  readonly _id: string;
  readonly version: number;
}

export interface Journal {
  readonly entries: readonly Entry[];
  readonly list: ServerList | undefined;
}

/** The owner of a cart when nobody is signed in. */
export const GUEST = '';

const LIST = 'cart list';
const CHANGE = 'cart change ';

let journal: Journal | undefined;
/** What local storage does not take, by key. */
const unstored = new Map<string, string>();

/** Returns the journal: the same object until it changes. */
export function getJournal(): Journal {
  journal ??= readJournal();
  return journal;
}

/** Adds changes after all others. */
export function append(owner: string, ops: readonly ListOp[]): void {
  const { entries, list } = getJournal();
  const last = entries.at(-1);
  const time = Math.max(Date.now(), last ? timeOf(last) + 1 : 0);
  const id = `${CHANGE}${time}-${Math.random().toString(36).slice(2)}`;
  const entry: Entry = { id, owner, ops };
  store(id, JSON.stringify(entry));
  journal = { entries: [...entries, entry], list };
}

/** Returns when an entry was made, in milliseconds since 1970. */
export const timeOf = ({ id }: Entry) => Number.parseInt(id.slice(CHANGE.length), 10);

/** Replaces entries. Those that other tabs add meanwhile stay. */
export function changeEntries(by: (entries: readonly Entry[]) => readonly Entry[]): void {
  const { entries, list } = readJournal();
  const next = by(entries);
  const kept = new Set(next.map(({ id }) => id));
  for (const entry of next) if (!entries.includes(entry)) store(entry.id, JSON.stringify(entry));
  for (const { id } of entries) if (!kept.has(id)) store(id);
  // There may be room now.
  for (const [key, text] of [...unstored]) store(key, text);
  journal = { entries: next, list };
}

/** Keeps a list of the server, unless a newer one is known. */
export function keepList(list: ServerList): void {
  journal = readJournal();
  const known = journal.list;
  if (known?._id === list._id && known.version >= list.version) return;
  store(LIST, JSON.stringify(list));
  journal = { entries: journal.entries, list };
}

export function forgetList(): void {
  store(LIST);
  journal = readJournal();
}

/** Calls `listener` when another tab has changed the journal. */
export function watchJournal(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key && !key.startsWith('cart ')) return;
    journal = readJournal();
    listener();
  });
}

function readJournal(): Journal {
  const keys = new Set(unstored.keys());
  try {
    for (const key of Object.keys(localStorage)) keys.add(key);
  } catch {
    // Storage is forbidden in this browser.
  }
  const ids = [...keys].filter((key) => key.startsWith(CHANGE)).sort();
  return { entries: ids.flatMap((id) => read<Entry>(id) ?? []), list: read<ServerList>(LIST) };
}

function read<Value>(key: string): Value | undefined {
  try {
    return JSON.parse(unstored.get(key) ?? localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes an item; without a text it removes it. */
function store(key: string, text?: string): void {
  unstored.delete(key);
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Storage is full, or forbidden in this browser.
    if (text) unstored.set(key, text);
  }
}
