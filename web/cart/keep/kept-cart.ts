/**
 * What this browser keeps of one person's cart: what the server has said, and the changes that it does not know yet. A guest's
 * cart consists of such changes alone. All of it is pure: the store applies it in a transaction.
 */
import { LIST_CHANGE_MAX_BYTES, MOST_LIST_LINES, MOST_LIST_OPS } from '#contract/list-limits.ts';
import type { List, ListChanged, ListOp } from '#contract/lists.ts';
import { formatCount } from '#contract/money.ts';
import { applyOps, type Content, EMPTY, joinOps, targetOf } from '../content.ts';

/** The owner of a cart when nobody is signed in. */
export const GUEST = '';

/** The most bytes of the changes of one request; its body has a few more. */
const MOST_BYTES = LIST_CHANGE_MAX_BYTES - 4 * 1024;

export interface Base extends Content {
  _id: string;
  version: number;
}

/** A request that has been sent, or was about to be. Until it is answered it is sent again as it is. */
export interface Sending {
  key: string;
  listId: string;
  version: number;
  ops: ListOp[];
}

export interface KeptCart {
  /** An email, or `GUEST`. */
  owner: string;
  /** What the server said last; null until it has been asked. */
  base: Base | null;
  sending: Sending | null;
  /** Changes that the server has refused, with the reason in words. They are shown, and sent again when their line changes. */
  refused: { op: ListOp; why: string }[];
  /** Changes to send: one of each line. */
  pending: ListOp[];
  /** When it was changed, in milliseconds since 1970. */
  at: number;
}

export function noCart(owner: string): KeptCart {
  return { owner, base: null, sending: null, refused: [], pending: [], at: 0 };
}

/** Returns the cart as it is shown: what the server knows, and all that it does not know yet. */
export function contentOf({ base, sending, refused, pending }: KeptCart): Content {
  const ops = [...(sending?.ops ?? []), ...refused.map(({ op }) => op), ...pending];
  return applyOps(base ? { lines: base.lines, boards: base.boards } : EMPTY, ops);
}

/** Returns how many changes the server does not know. A guest's are none of its business. */
export function countUnsaved({ owner, sending, refused, pending }: KeptCart): number {
  return owner === GUEST ? 0 : (sending?.ops.length ?? 0) + refused.length + pending.length;
}

/** Takes changes, to be sent later. */
export function change(cart: KeptCart, ops: readonly ListOp[]): KeptCart {
  const targets = new Set(ops.map(targetOf));
  // There is room for what was refused when lines are removed.
  const isAgain = ({ op }: KeptCart['refused'][number]) =>
    targets.has(targetOf(op)) || ops.some((one) => one.op === 'remove');
  const again = cart.refused.filter(isAgain).map(({ op }) => op);
  const refused = cart.refused.filter((one) => !isAgain(one));
  const joined = joinOps([...again, ...cart.pending, ...ops]);
  return bound({ ...cart, refused, pending: withoutVain(cart, joined) });
}

/** Without the removal of lines that were made here, and that the server has never seen. */
function withoutVain({ owner, base, sending, pending }: KeptCart, ops: ListOp[]): ListOp[] {
  const made = new Set(pending.flatMap((op) => (op.op === 'put' && !op.changed ? op.line._id : [])));
  for (const { _id } of base?.lines ?? []) made.delete(_id);
  for (const op of sending?.ops ?? []) made.delete(targetOf(op));
  return ops.filter((op) => op.op !== 'remove' || (owner !== GUEST && !made.has(op._id)));
}

/** The server tells its own people when a cart is full. A guest's new lines beyond the bound are refused here. */
function bound(cart: KeptCart): KeptCart {
  if (cart.owner !== GUEST || cart.pending.length <= MOST_LIST_LINES) return cart;
  const isMore = (_: ListOp, n: number) => n >= MOST_LIST_LINES && n < 2 * MOST_LIST_LINES;
  const why = `A cart has ${formatCount(MOST_LIST_LINES)} lines at most. Remove lines to make room.`;
  return {
    ...cart,
    pending: cart.pending.slice(0, MOST_LIST_LINES),
    refused: [...cart.refused, ...cart.pending.filter(isMore).map((op) => ({ op, why }))].slice(
      0,
      MOST_LIST_LINES,
    ),
  };
}

/** Chooses what to send next, unless a request has not been answered yet. */
export function nextToSend(cart: KeptCart, key: string, most: number = MOST_LIST_OPS): KeptCart {
  if (cart.sending || !cart.base || cart.pending.length === 0) return cart;
  let bytes = 0;
  const isOver = (op: ListOp, n: number) => {
    bytes += new TextEncoder().encode(JSON.stringify(op)).length + 1;
    return n > 0 && (n >= Math.min(most, MOST_LIST_OPS) || bytes > MOST_BYTES);
  };
  const end = cart.pending.findIndex(isOver);
  const ops = end < 0 ? cart.pending : cart.pending.slice(0, end);
  const sending = { key, listId: cart.base._id, version: cart.base.version, ops };
  return { ...cart, sending, pending: cart.pending.slice(ops.length) };
}

/** The server has taken what was sent under a key. */
export function takeAnswer(cart: KeptCart, key: string, { version, list }: ListChanged): KeptCart {
  const { base, sending } = cart;
  if (sending?.key !== key || base?._id !== sending.listId) return cart;
  // Without a list nobody else has changed it since the version that was sent.
  const next = list ? baseOf(list) : { ...base, ...applyOps(base, sending.ops), version };
  return { ...cart, base: newer(base, next), sending: null };
}

/** What was sent under a key has to be sent in another request: a smaller one, or of another list. */
export function takeBack(cart: KeptCart, key: string): KeptCart {
  if (cart.sending?.key !== key) return cart;
  return { ...cart, sending: null, pending: joinOps([...cart.sending.ops, ...cart.pending]) };
}

/**
 * The server has refused what was sent under a key.
 * @param isFull no other new line has room either
 */
export function refuse(cart: KeptCart, key: string, why: string, isFull = false): KeptCart {
  const { base, sending } = cart;
  if (sending?.key !== key) return cart;
  const known = new Set(base?.lines.map(({ _id }) => _id));
  const isNew = (op: ListOp) => isFull && op.op === 'put' && !known.has(op.line._id);
  const { ops, pending } = { ...sending, pending: cart.pending };
  const refused = [...cart.refused, ...[...ops, ...pending.filter(isNew)].map((op) => ({ op, why }))];
  return { ...cart, sending: null, pending: pending.filter((op) => !isNew(op)), refused };
}

/** What was refused is tried once more. */
export function retryRefused(cart: KeptCart): KeptCart {
  if (cart.refused.length === 0) return cart;
  return { ...cart, refused: [], pending: joinOps([...cart.refused.map(({ op }) => op), ...cart.pending]) };
}

/** The server's cart. An older one than the one that is known changes nothing. */
export function takeNews(cart: KeptCart, list: List): KeptCart {
  const base = newer(cart.base, baseOf(list));
  // The changes of a list that is gone are sent to the new one.
  const isOther = cart.sending !== null && cart.sending.listId !== base._id;
  return { ...(isOther ? takeBack(cart, cart.sending!.key) : cart), base };
}

/** The server does not know the list any more. */
export function forgetBase(cart: KeptCart): KeptCart {
  return { ...(cart.sending ? takeBack(cart, cart.sending.key) : cart), base: null };
}

/**
 * Joins a guest's cart to a person's, line by line, after its last one. A part that both have stays two lines. As the lines keep
 * their ids, a cart is added only once, however often that is done.
 */
export function join(cart: KeptCart, guest: KeptCart): { cart: KeptCart; guest: KeptCart } {
  const theirs = contentOf(guest);
  if (theirs === EMPTY) return { cart, guest };
  const own = contentOf(cart);
  const added = new Set(theirs.lines.map(({ _id }) => _id));
  const last = own.lines.findLast(({ _id }) => !added.has(_id))?.position ?? 0;
  const first = theirs.lines[0]?.position ?? 0;
  const ops = theirs.lines.map(
    (line): ListOp => ({ op: 'put', line: { ...line, position: line.position - first + last + 1 } }),
  );
  if (own.boards === null && theirs.boards !== null) ops.push({ op: 'boards', boards: theirs.boards });
  // Meanwhile they may have changed these lines as a person.
  return { cart: { ...cart, pending: joinOps([...ops, ...cart.pending]) }, guest: noCart(GUEST) };
}

/** What stays of a person's cart when they sign out: only what the server does not know. */
export function unsavedOf(cart: KeptCart): KeptCart {
  return cart.base ? { ...cart, base: null } : cart;
}

/** Whether there is nothing to keep. */
export function isNone({ base, sending, refused, pending }: KeptCart): boolean {
  return !base && !sending && refused.length === 0 && pending.length === 0;
}

function baseOf({ _id, version, boards = null, lines = [] }: List): Base {
  return { _id, version, boards, lines };
}

function newer(before: Base | null, after: Base): Base {
  if (before?._id !== after._id || after.version > before.version) return after;
  return before;
}
