/** Sends the changes of the journal to the server, and waits for what other devices change. Each visible tab does it for itself. */
import type { List, ListChanged } from '#contract/lists/schema.ts';
import { type ApiProblem, isOutage, statusOf } from '../../api-problem.ts';
import { subscribeToIdentity } from '../../identity.ts';
import { randomId } from '../../random-id.ts';
import { callAsUser } from '../../user-calls.ts';
import { cartOwner, getLink, setLink, tellCart, wakeBy } from './cart.ts';
import { applyOps } from './content.ts';
import {
  changeEntries,
  type Entry,
  forgetList,
  GUEST,
  getJournal,
  keepList,
  type ServerList,
} from './journal.ts';
import {
  cancelRequest,
  chooseRequest,
  forgetOthers,
  hasUnsent,
  joinGuest,
  refuse,
  requestOf,
  retryRefused,
  takeAnswer,
  tidy,
} from './unsent.ts';

/** The pause after a failure; a change, and the network's return, end it. */
const PAUSE_MS = 3_000;
/** The server answers within 20 s. */
const PATIENCE_MS = 40_000;
/** A server that answers at once that there is nothing new is not asked again at once. */
const QUICK_MS = 1_000;

const ENDED = 'Your session has ended. Sign in again to save your changes.';

let alarm = new AbortController();
/** How many changes are sent at once: fewer while some of them are refused. */
let most = Number.POSITIVE_INFINITY;

/** Begins to exchange the cart with the server, for as long as the page is open. */
export async function startExchange(): Promise<never> {
  wakeBy(wake);
  subscribeToIdentity(wake);
  for (const type of ['online', 'offline']) window.addEventListener(type, wake);
  document.addEventListener('visibilitychange', wake);
  let owner: string | undefined;
  for (;;) {
    // Taken before anything is read, so that nothing that happens afterwards is slept through.
    const { signal } = alarm;
    try {
      const now = cartOwner();
      if (owner !== now) await inTurn(() => takeOver(now));
      owner = now;
      await step(owner, signal);
    } catch (error) {
      if (!signal.aborted || !isAbort(error)) await fail(error, signal);
    }
  }
}

/** Something has happened: in the journal, to who is signed in, to the network. */
function wake(): void {
  alarm.abort();
  alarm = new AbortController();
}

/** Changes the journal while no other tab does. Where there are no locks (plain http) tabs may send the same request twice. */
function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request('cart', work) : Promise.resolve(work());
}

function changeJournal(by: (entries: readonly Entry[]) => readonly Entry[]): void {
  changeEntries(by);
  tellCart();
}

/** Somebody else is here: of other people's carts only what the server does not know stays, for them alone. */
function takeOver(owner: string): void {
  if (getJournal().list && !listOf(owner)) forgetList();
  changeJournal((entries) => retryRefused(forgetOthers(entries, owner, Date.now()), owner));
}

function listOf(owner: string): ServerList | undefined {
  const { list } = getJournal();
  return list?.owner === owner ? list : undefined;
}

async function step(owner: string, signal: AbortSignal): Promise<void> {
  const { entries } = getJournal();
  if (tidy(entries, owner) !== entries) await inTurn(() => changeJournal((now) => tidy(now, owner)));
  const isWanted = hasUnsent(entries, owner) && !getLink().isOffline;
  // Nobody waits for news in a hidden tab, but changes are sent.
  if (owner === GUEST || (document.visibilityState === 'hidden' && !isWanted)) return rest(signal);
  if (!listOf(owner)) await fetchList(owner);
  else if (hasUnsent(entries, owner)) await inTurn(() => send(owner));
  else await waitForNews(owner, signal);
}

async function fail(error: unknown, signal: AbortSignal): Promise<void> {
  if (statusOf(error) === 401) {
    setLink({ isOffline: true, problem: ENDED });
    await rest(signal, PATIENCE_MS);
  } else {
    setLink({ isOffline: true });
    await rest(signal, PAUSE_MS);
  }
}

async function fetchList(owner: string): Promise<void> {
  const options = { signal: AbortSignal.timeout(PATIENCE_MS) };
  take(owner, await callAsUser('getList', { params: { id: 'cart' } }, options));
  setLink({ isOffline: false });
}

/** Keeps and shows a list, if its owner is still here. */
function take(owner: string, { _id, version, boards = null, lines = [] }: List): void {
  if (cartOwner() !== owner) return;
  keepList({ owner, _id, version, boards, lines });
  tellCart();
}

/** The list's own id is sent, so that another person, whose token it may be by now, gets 404. */
async function send(owner: string): Promise<void> {
  const list = listOf(owner);
  if (!list || cartOwner() !== owner) return;
  changeJournal((entries) => chooseRequest(joinGuest(entries, list), list, randomId(), most));
  const request = requestOf(getJournal().entries, owner);
  if (!request) return;
  const { key, listId, version, ops } = request;
  const input = { params: { id: listId }, body: { version, ops } };
  const options = { idempotencyKey: key, signal: AbortSignal.timeout(PATIENCE_MS) };
  try {
    const answer = await callAsUser('changeList', input, options);
    most *= 2;
    takeChanged(owner, request, answer);
  } catch (error) {
    const status = statusOf(error) ?? 0;
    if (isOutage(error) || [0, 401, 403, 408].includes(status)) throw error;
    const { code, message } = error as ApiProblem;
    if (cartOwner() !== owner) return;
    if (status === 404) forgetList();
    const isOfOne = ops.length === 1;
    if (!isOfOne) most = Math.ceil(ops.length / 2);
    const isAgain = status === 404 || !isOfOne || code === 'idempotency_key_reused';
    const known = code === 'lists_full' ? listOf(owner) : undefined;
    changeJournal((now) => (isAgain ? cancelRequest(now, key) : refuse(now, key, message, known)));
  }
  setLink({ isOffline: false });
}

/** The server has taken a request. Tabs get its list before the changes leave the journal, so that none of them shows neither. */
function takeChanged(
  owner: string,
  { key, version, ops }: NonNullable<ReturnType<typeof requestOf>>,
  answer: ListChanged,
): void {
  const before = listOf(owner);
  if (answer.list) take(owner, answer.list);
  // Without a list nobody else has changed it since the version that was sent.
  else if (before?.version === version && cartOwner() === owner)
    keepList({ ...before, ...applyOps(before, ops), version: answer.version });
  changeJournal((entries) => takeAnswer(entries, key));
}

async function waitForNews(owner: string, signal: AbortSignal): Promise<void> {
  const { _id: id, version } = listOf(owner)!;
  const began = Date.now();
  const patience = setTimeout(wake, PATIENCE_MS);
  try {
    // After a failure people want to know at once that it is over.
    const query = getLink().isOffline ? {} : { after: String(version) };
    const list = await callAsUser('getList', { params: { id }, query }, { signal });
    setLink({ isOffline: false });
    if (list.lines) take(owner, list);
    else if (Date.now() - began < QUICK_MS) await rest(signal, QUICK_MS);
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    if (cartOwner() === owner) forgetList();
  } finally {
    clearTimeout(patience);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Waits until something happens, or for some milliseconds at most. */
function rest(signal: AbortSignal, milliseconds?: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
