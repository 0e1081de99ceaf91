/**
 * How changes that the server does not know are joined, sent, answered and refused. Pure: each function takes the entries of the
 * journal and returns those that replace them, the same array when nothing changes.
 */

import { formatCount } from '#contract/kernel/money.ts';
import { LIST_CHANGE_MAX_BYTES, MOST_LIST_LINES, MOST_LIST_OPS } from '#contract/lists/limits.ts';
import { pick } from '#contract/lists/ops.ts';
import type { ListOp } from '#contract/lists/schema.ts';
import { applyOps, type Content, EMPTY, targetOf } from './content.ts';
import { type Entry, GUEST, type ServerList, timeOf } from './journal.ts';

/** The most bytes of the changes of one request; its body has a few more. */
const MOST_BYTES = LIST_CHANGE_MAX_BYTES - 4 * 1024;
/** How many entries may stand beside each other before they are joined. */
const MOST_ENTRIES = 20;
/** What a person has not saved when they sign out is kept for them for so long. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Joins changes, one after the other, to one for each line, and one for the number of boards. */
export function joinOps(ops: readonly ListOp[]): ListOp[] {
  const joined = new Map<string, ListOp>();
  for (const op of ops) {
    const target = targetOf(op);
    const before = joined.get(target);
    joined.set(target, before ? joinTwo(before, op) : op);
  }
  return [...joined.values()];
}

/** Whether a person has changes to send. */
export function hasUnsent(entries: readonly Entry[], owner: string): boolean {
  return entries.some((entry) => !entry.refused && (entry.owner === owner || entry.owner === GUEST));
}

/** Returns the request that is to be sent, with its changes. */
export function requestOf(entries: readonly Entry[], owner: string) {
  const entry = entries.find((one) => one.owner === owner && one.sent);
  return entry?.sent && { ...entry.sent, ops: entry.ops.slice(0, entry.sent.count) };
}

/** Joins changes when there are many entries, as of a guest, or of a person without network. */
export function tidy(entries: readonly Entry[], owner: string): readonly Entry[] {
  const pending = entries.filter((entry) => entry.owner === owner && isPending(entry));
  const ops = pending.reduce((sum, entry) => sum + entry.ops.length, 0);
  const isMore = owner === GUEST && ops > MOST_LIST_LINES;
  return pending.length > MOST_ENTRIES || isMore ? joinPending(entries, owner) : entries;
}

/**
 * Chooses what to send, unless a request has not been answered yet: joins all changes, and notes the request in their entry.
 * @param most how many changes are sent at once
 */
export function chooseRequest(
  entries: readonly Entry[],
  list: ServerList,
  key: string,
  most: number,
): readonly Entry[] {
  const { owner, _id: listId, version } = list;
  // The changes of a list that is gone are sent to the new one.
  const open = requestOf(entries, owner);
  if (open?.listId === listId) return entries;
  const joined = joinPending(open ? cancelRequest(entries, open.key) : entries, owner);
  return joined.map((entry) => {
    if (entry.owner !== owner || !isPending(entry)) return entry;
    return { ...entry, sent: { key, listId, version, count: countFitting(entry.ops, most) } };
  });
}

/** The server has taken the request with a key. */
export function takeAnswer(entries: readonly Entry[], key: string): readonly Entry[] {
  return replaceSent(entries, key, ({ id, owner, ops }, count) => restOf(id, owner, ops.slice(count)));
}

/** The changes of a request have to be sent in another one: a smaller one, or of another list. */
export function cancelRequest(entries: readonly Entry[], key: string): readonly Entry[] {
  return replaceSent(entries, key, ({ id, owner, ops }) => [{ id, owner, ops }]);
}

/**
 * The server has refused the changes of the request with a key.
 * @param why the reason in words
 * @param known the lines of the server; with it no other new line is tried either, as the cart is full
 */
export function refuse(
  entries: readonly Entry[],
  key: string,
  why: string,
  known?: Content,
): readonly Entry[] {
  const ids = new Set(known?.lines.map(({ _id }) => _id));
  const isNew = (op: ListOp) => known !== undefined && op.op === 'put' && !ids.has(op.line._id);
  return replaceSent(entries, key, ({ id, owner, ops }, count) => {
    const isRefused = (op: ListOp, n: number) => n < count || isNew(op);
    const refused = ops.filter(isRefused);
    const rest = ops.filter((op, n) => !isRefused(op, n));
    return [...restOf(id, owner, rest), { id: `${id}!${key}`, owner, ops: refused, refused: why }];
  });
}

/** The changes that were refused are sent once more. */
export function retryRefused(entries: readonly Entry[], owner: string): readonly Entry[] {
  const isOne = (entry: Entry) => entry.owner === owner && entry.refused !== undefined;
  if (!entries.some(isOne)) return entries;
  return entries.map((entry) => (isOne(entry) ? { id: entry.id, owner, ops: entry.ops } : entry));
}

/**
 * Joins a guest's cart to a person's, line by line, after its last one. A part that both have stays two lines. As the lines keep
 * their ids, a cart is added only once, however often that is done.
 */
export function joinGuest(entries: readonly Entry[], list: ServerList): readonly Entry[] {
  const guests = entries.filter((entry) => entry.owner === GUEST);
  const [first] = guests;
  if (!first) return entries;
  const { owner } = list;
  const theirs = applyOps(EMPTY, opsOf(guests));
  const own = applyOps(list, opsOf(entries.filter((entry) => entry.owner === owner)));
  const added = new Set(theirs.lines.map(({ _id }) => _id));
  const last = own.lines.findLast(({ _id }) => !added.has(_id))?.position ?? 0;
  const shift = last + 1 - (theirs.lines[0]?.position ?? 0);
  const ops = theirs.lines.map(
    (line): ListOp => ({ op: 'put', line: { ...line, position: line.position + shift } }),
  );
  if (own.boards === null && theirs.boards !== null) ops.push({ op: 'boards', boards: theirs.boards });
  // In the guest's place: since then they may have changed these lines as a person.
  return entries.flatMap((entry) => {
    if (entry === first) return restOf(first.id, owner, ops);
    return entry.owner === GUEST ? [] : entry;
  });
}

/** Returns the entries without those of other people, unless they are unsaved and not too old. */
export function forgetOthers(entries: readonly Entry[], owner: string, now: number): readonly Entry[] {
  const isKept = (entry: Entry) =>
    entry.owner === owner || entry.owner === GUEST || now - timeOf(entry) < KEPT_MS;
  return entries.every(isKept) ? entries : entries.filter(isKept);
}

const isPending = ({ sent, refused }: Entry) => !sent && !refused;

const opsOf = (entries: readonly Entry[]) => entries.flatMap(({ ops }) => ops);

function restOf(id: string, owner: string, ops: readonly ListOp[]): Entry[] {
  return ops.length > 0 ? [{ id, owner, ops }] : [];
}

function replaceSent(
  entries: readonly Entry[],
  key: string,
  by: (entry: Entry, count: number) => readonly Entry[],
): readonly Entry[] {
  if (!entries.some(({ sent }) => sent?.key === key)) return entries;
  return entries.flatMap((entry) => (entry.sent?.key === key ? by(entry, entry.sent.count) : entry));
}

/** Joins the changes of a person that are not sent to one of each line, in the place of the last one. */
function joinPending(entries: readonly Entry[], owner: string): readonly Entry[] {
  const pending = entries.filter((entry) => entry.owner === owner && isPending(entry));
  const last = pending.at(-1);
  if (!last) return entries;
  const news = opsOf(pending);
  const targets = new Set(news.map(targetOf));
  // There is room for what was refused when lines are removed.
  const hasRemoved = news.some(({ op }) => op === 'remove');
  const isAgain = (op: ListOp) => hasRemoved || targets.has(targetOf(op));
  const mine = entries.filter((entry) => entry.owner === owner);
  const again = mine.flatMap(({ refused, ops }) => (refused ? ops.filter(isAgain) : []));
  const ops = joinOps([...again, ...news]);
  return entries.flatMap((entry) => {
    if (entry === last) return owner === GUEST ? boundOf(last.id, ops) : restOf(last.id, owner, ops);
    if (entry.owner !== owner || entry.sent) return entry;
    const left = entry.refused ? entry.ops.filter((op) => !isAgain(op)) : [];
    return left.length === 0 ? [] : left.length === entry.ops.length ? entry : { ...entry, ops: left };
  });
}

/** The server tells its own people when a cart is full. A guest's new lines beyond the bound are refused here. */
function boundOf(id: string, joined: readonly ListOp[]): Entry[] {
  // No server has to be told that lines are gone.
  const ops = joined.filter(({ op }) => op !== 'remove');
  const more = ops.slice(MOST_LIST_LINES, 2 * MOST_LIST_LINES);
  const kept = restOf(id, GUEST, ops.slice(0, MOST_LIST_LINES));
  if (more.length === 0) return kept;
  const why = `A cart has ${formatCount(MOST_LIST_LINES)} lines at most. Remove lines to make room.`;
  return [...kept, { id: `${id}!`, owner: GUEST, ops: more, refused: why }];
}

function joinTwo(before: ListOp, after: ListOp): ListOp {
  if (after.op !== 'put' || !after.changed) return after;
  // What was removed just now is written whole.
  if (before.op !== 'put') return { op: 'put', line: after.line };
  const line = { ...before.line, ...pick(after.line, after.changed) };
  if (!before.changed) return { op: 'put', line };
  return { op: 'put', line, changed: [...new Set([...before.changed, ...after.changed])] };
}

/** Returns how many changes fit into one request: at least one. */
function countFitting(ops: readonly ListOp[], most: number): number {
  let bytes = 0;
  const end = ops.findIndex((op, n) => {
    bytes += new TextEncoder().encode(JSON.stringify(op)).length + 1;
    return n > 0 && (n >= Math.min(most, MOST_LIST_OPS) || bytes > MOST_BYTES);
  });
  return end < 0 ? ops.length : end;
}
