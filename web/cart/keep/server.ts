/** Brings the server and what is kept of a signed-in person's cart together. One visible tab does it for all. */
import { type ApiProblem, isOutage, statusOf } from '../../api-problem.ts';
import { randomId } from '../../random-id.ts';
import { callAsUser } from '../../user-calls.ts';
import { cartOwner } from '../cart.ts';
import {
  countUnsaved,
  forgetBase,
  type KeptCart,
  nextToSend,
  refuse,
  type Sending,
  takeAnswer,
  takeBack,
  takeNews,
} from './kept-cart.ts';

/** How the server can be reached. */
export interface Link {
  isOffline: boolean;
  /** What the person has to do. */
  problem?: string;
}

interface Options {
  /**
   * Changes what is kept of a person's cart, and shows it.
   * @param joins joins a guest's cart to it first
   */
  update(owner: string, by: (cart: KeptCart) => KeptCart, joins?: boolean): Promise<KeptCart>;
  /** How the server could be reached last, by whichever tab. */
  link(): Link;
  setLink(link: Link): void;
}

/** The pause after a failure; a change, and the network's return, end it. */
const PAUSE_MS = 3_000;
/** The server answers within 20 s. */
const PATIENCE_MS = 40_000;
/** A server that answers at once that there is nothing new is not asked again at once. */
const QUICK_MS = 1_000;

const ENDED = 'Your session has ended. Sign in again to save your changes.';

export class Server {
  readonly #options: Options;
  #alarm = new AbortController();
  #hasUnsaved = false;
  #isPausing = false;
  /** How many changes are sent at once: fewer while some of them are refused. */
  #most = Number.POSITIVE_INFINITY;
  isServing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    const wake = () => this.wake();
    for (const type of ['online', 'offline']) window.addEventListener(type, wake);
    document.addEventListener('visibilitychange', wake);
    void this.#serveInTurns();
  }

  /** Something has happened: what is kept, who is signed in, the network. */
  wake(): void {
    this.#alarm.abort();
    this.#alarm = new AbortController();
  }

  /** The shop has answered somebody: it is asked again now, if the last failure is why nobody asks. */
  retry(): void {
    if (this.#isPausing) this.wake();
  }

  async #serveInTurns(): Promise<never> {
    for (;;) {
      while (document.visibilityState === 'hidden') await rest(this.#alarm.signal);
      const serve = () => this.#serve();
      await (navigator.locks ? navigator.locks.request('cart server', serve) : serve());
    }
  }

  /** Nobody waits for news in a hidden tab, but what has been changed is sent. */
  get #isWanted(): boolean {
    return document.visibilityState === 'visible' || (this.#hasUnsaved && !this.#options.link().isOffline);
  }

  async #serve(): Promise<void> {
    this.isServing = true;
    while (this.#isWanted) {
      // Taken before anything is read, so that nothing that happens afterwards is slept through.
      const { signal } = this.#alarm;
      const owner = cartOwner();
      if (owner === '') {
        this.#hasUnsaved = false;
        await rest(signal);
        continue;
      }
      try {
        await this.#step(owner, signal);
      } catch (error) {
        if (!signal.aborted || !isAbort(error)) await this.#fail(error, signal);
      }
    }
    this.isServing = false;
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    const isEnded = statusOf(error) === 401;
    this.#options.setLink({ isOffline: true, ...(isEnded && { problem: ENDED }) });
    this.#isPausing = true;
    await rest(signal, isEnded ? PATIENCE_MS : PAUSE_MS);
    this.#isPausing = false;
  }

  #succeed(): void {
    this.#options.setLink({ isOffline: false });
  }

  /** Asks for the cart, or sends what has been changed, or waits for news. */
  async #step(owner: string, signal: AbortSignal): Promise<void> {
    const { base } = await this.#options.update(owner, (cart) => cart);
    if (!base) {
      const options = { signal: AbortSignal.timeout(PATIENCE_MS) };
      const list = await callAsUser('getList', { params: { id: 'cart' } }, options);
      if (cartOwner() === owner) await this.#options.update(owner, (cart) => takeNews(cart, list));
      this.#succeed();
      return;
    }
    const next = (cart: KeptCart) => nextToSend(cart, randomId(), this.#most);
    const cart = await this.#options.update(owner, next, true);
    this.#hasUnsaved = countUnsaved(cart) > cart.refused.length;
    if (cart.sending) await this.#send(owner, cart.sending);
    else await this.#waitForNews(owner, cart.base!, signal);
  }

  /** The list's own id is sent, so that another person, whose token it may be by now, gets 404. */
  async #send(owner: string, { key, listId, version, ops }: Sending): Promise<void> {
    const options = { idempotencyKey: key, signal: AbortSignal.timeout(PATIENCE_MS) };
    try {
      const answer = await callAsUser(
        'changeList',
        { params: { id: listId }, body: { version, ops } },
        options,
      );
      this.#most *= 2;
      await this.#options.update(owner, (cart) => takeAnswer(cart, key, answer));
    } catch (error) {
      const status = statusOf(error) ?? 0;
      if (isOutage(error) || [0, 401, 403, 408].includes(status)) throw error;
      const { code, message } = error as ApiProblem;
      if (cartOwner() !== owner) return;
      const isOfOne = ops.length === 1;
      if (!isOfOne) this.#most = Math.ceil(ops.length / 2);
      await this.#options.update(owner, (cart) => {
        if (status === 404) return forgetBase(cart);
        if (!isOfOne || code === 'idempotency_key_reused') return takeBack(cart, key);
        return refuse(cart, key, message, code === 'lists_full');
      });
    }
    this.#succeed();
  }

  async #waitForNews(
    owner: string,
    { _id: id, version }: { _id: string; version: number },
    signal: AbortSignal,
  ): Promise<void> {
    const began = Date.now();
    const patience = setTimeout(() => this.wake(), PATIENCE_MS);
    try {
      // After a failure, which another tab may have met, people want to know at once that it is over.
      const { isOffline } = this.#options.link();
      const input = { params: { id }, ...(!isOffline && { query: { after: String(version) } }) };
      const list = await callAsUser('getList', input, { signal });
      this.#succeed();
      if (cartOwner() !== owner) return;
      if (list.lines) await this.#options.update(owner, (cart) => takeNews(cart, list));
      else if (Date.now() - began < QUICK_MS) await rest(signal, QUICK_MS);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      if (cartOwner() === owner) await this.#options.update(owner, forgetBase);
    } finally {
      clearTimeout(patience);
    }
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
