/** Keeps the cart: changes go into the browser's database, other tabs hear of them, and the server of those of signed-in people. */
import { onAnswer } from '../../api.ts';
import { subscribeToIdentity } from '../../identity.ts';
import { cartOwner, getCart, keepBy, setKept, showKept } from '../cart.ts';
import { reuse } from '../content.ts';
import { adopt, dropKept, type Entry, notKept } from '../journal.ts';
import {
  change,
  contentOf,
  countUnsaved,
  GUEST,
  isNone,
  join,
  type KeptCart,
  retryRefused,
  unsavedOf,
} from './kept-cart.ts';
import { type Link, Server } from './server.ts';
import { inMemory, openStore } from './store.ts';

/** What a person has not saved when they sign out is kept for them for so long. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Before a database that takes nothing is tried again. */
const RETRY_MS = 5_000;

/** What tabs tell each other: that something has changed, how the server could be reached, or that it has answered one of them. */
type News = { link?: Link; isNew?: boolean; isAnswered?: boolean };

let store = openStore();
let link: Link = { isOffline: navigator.onLine === false };
const channel = globalThis.BroadcastChannel && new BroadcastChannel('cart');
const tellTabs = (news: News) => channel?.postMessage(news);

const server = new Server({
  update,
  link: () => link,
  setLink(next) {
    if (isSame(next, link)) return;
    link = next;
    tellTabs({ link });
    read().catch(ignore);
  },
});

const isSame = (one: Link, other: Link) => one.isOffline === other.isOffline && one.problem === other.problem;

/** Begins to keep the cart, for as long as the page is open. */
export async function startKeeping(): Promise<void> {
  await store.owners().catch(() => {
    store = inMemory();
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.isAnswered) return server.retry();
    // Also a tab that does not ask the server says so: if it takes the shop for unreachable, the new one finds out whether it is.
    if (data.isNew && (server.isServing || link.isOffline)) tellTabs({ link });
    if (data.link) link = data.link;
    if (!data.isNew) read().catch(ignore);
    server.wake();
  });
  onAnswer(() => {
    if (!link.isOffline) return;
    server.retry();
    tellTabs({ isAnswered: true });
  });
  let owner = cartOwner();
  subscribeToIdentity(() => {
    server.wake();
    if (owner === cartOwner()) return;
    owner = cartOwner();
    void forgetOthers()
      .catch(ignore)
      .then(() => read())
      .catch(ignore);
  });
  keepBy(() => void keepChanges());
  server.start();
  await adopt(keepEntries).catch(ignore);
  await forgetOthers().catch(ignore);
  await update(owner, retryRefused).catch(ignore);
  await keepChanges();
  tellTabs({ isNew: true });
}

/** What the database has refused is tried again by what comes next. */
const ignore = () => {};

let keeping: Promise<void> | undefined;

/** Keeps what has been changed in this tab. */
function keepChanges(): Promise<void> {
  keeping ??= keepAll().finally(() => {
    keeping = undefined;
  });
  return keeping;
}

async function keepAll(): Promise<void> {
  while (notKept().length > 0) {
    const entries = notKept();
    try {
      await keepEntries(entries, entries.length);
    } catch {
      // They are shown, and in the journal.
      setTimeout(keepChanges, RETRY_MS);
      return;
    }
  }
}

/** Keeps changes, each in the cart of whom it is. */
async function keepEntries(entries: readonly Entry[], ofJournal = 0): Promise<void> {
  for (const owner of new Set(entries.map((entry) => entry.owner))) {
    const ops = entries.flatMap((entry) => (entry.owner === owner ? entry.ops : []));
    await store.change([owner], ([cart]) => [change(cart!, ops)]);
  }
  await read(ofJournal);
  tellTabs({});
  server.wake();
}

/** Changes what is kept of a person's cart, and of a guest's that is to be joined to it. Shows it, here and in the other tabs. */
async function update(owner: string, by: (cart: KeptCart) => KeptCart, joins = false): Promise<KeptCart> {
  let isChanged = false;
  const [cart, guest = cart] = await store.change(together(owner), ([own, guest]) => {
    const joined = joins && guest ? join(own!, guest) : { cart: own!, guest };
    const after = [by(joined.cart), ...(joined.guest ? [joined.guest] : [])];
    isChanged = after[0] !== own || after[1] !== guest;
    return after;
  });
  if (isChanged) tellTabs({});
  show(cart!, guest!);
  return cart!;
}

const together = (owner: string) => (owner === GUEST ? [GUEST] : [owner, GUEST]);

/** Reads the cart and shows it. */
async function read(nowKept = 0): Promise<void> {
  const [cart, guest = cart] = await store.change(together(cartOwner()), (carts) => carts);
  if (nowKept > 0) dropKept(nowKept);
  show(cart!, guest!);
}

function show(own: KeptCart, guest: KeptCart): void {
  // Meanwhile somebody else may be here.
  if (own.owner !== cartOwner()) return;
  const isGuest = own.owner === GUEST;
  // What a guest has collected is shown to who signs in before it is joined.
  const cart = isGuest ? own : join(own, guest).cart;
  const { lines, boards } = contentOf(cart);
  setKept(!isGuest || !isNone(cart));
  const unsaved = countUnsaved(cart);
  const saved = unsaved > 0 ? 'saving' : 'saved';
  const reached = cart.base ? saved : 'loading';
  const ofPerson = link.isOffline ? 'offline' : reached;
  showKept({
    ...{ owner: own.owner, lines: reuse(getCart().lines, lines), boards, unsaved },
    status: isGuest ? 'saved' : ofPerson,
    problem: cart.refused[0]?.why ?? (isGuest ? undefined : link.problem),
  });
}

/** Of other people's carts only what the server does not know stays, for them alone, and not for ever. */
async function forgetOthers(): Promise<void> {
  for (const other of await store.owners()) {
    if (other === GUEST || other === cartOwner()) continue;
    const [cart] = await store.change([other], ([cart]) => [unsavedOf(cart!)]);
    if (isNone(cart!) || Date.now() - cart!.at > KEPT_MS) await store.remove(other);
  }
}
