import { sql } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../ground/database/client.ts';
import { listen } from '../ground/database/listen.ts';

const CHANNEL = 'lists';

/** Tells everybody who waits, when the transaction commits, that it has changed a list. */
export async function tellChange(transaction: Queryable, listId: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${listId})`.execute(transaction);
}

/** Requests of one person that wait for a list at most: for another one, theirs that has waited longest is answered at once. */
const MOST_OF_PERSON = 10;

/** Those of one person who wait for a list, and what answers them. */
type Places = Map<string, Set<() => void>>;

/** Lets requests wait until a list changes, in whichever process. */
export class News {
  readonly #pool: pg.Pool;
  readonly #listener: ReturnType<typeof listen>;
  readonly #waiting = new Map<string, Places>();
  #isClosing = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#listener = listen(
      pool,
      CHANNEL,
      (listId) => this.#wake(listId),
      () => this.#wakeAll(),
    );
  }

  /**
   * Waits until a list changes, some milliseconds at most. Whoever else may read the list has places of their own.
   * @param hasChanged looks whether it has just done so; asked when nothing more can be missed
   */
  async wait(
    listId: string,
    person: string,
    milliseconds: number,
    signal: AbortSignal,
    hasChanged: () => Promise<boolean>,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const places: Places = this.#waiting.get(listId) ?? new Map();
    const waiting = places.get(person) ?? new Set();
    const [longest] = waiting;
    if (waiting.size >= MOST_OF_PERSON) {
      // At once: the next one to come answers another.
      waiting.delete(longest!);
      longest!();
    }
    this.#waiting.set(listId, places.set(person, waiting.add(resolve)));
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve());
    try {
      if (!this.#isClosing && !signal.aborted && !(await hasChanged())) await promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(resolve);
      if (waiting.size === 0 && places.get(person) === waiting) places.delete(person);
      if (places.size === 0 && this.#waiting.get(listId) === places) this.#waiting.delete(listId);
    }
  }

  /** Whether one more request of a person answers another of theirs. */
  isFull(listId: string, person: string): boolean {
    return (this.#waiting.get(listId)?.get(person)?.size ?? 0) >= MOST_OF_PERSON;
  }

  /** Tells everybody who waits that a list has changed. A change that is not told is seen with the next question. */
  async tell(listId: string): Promise<void> {
    this.#wake(listId);
    await this.#pool.query('select pg_notify($1, $2)', [CHANNEL, listId]).catch(() => {});
  }

  /** Answers everybody who waits, also from now on. */
  stop(): void {
    this.#isClosing = true;
    this.#wakeAll();
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  #wake(listId: string): void {
    for (const waiting of this.#waiting.get(listId)?.values() ?? []) for (const answer of waiting) answer();
  }

  #wakeAll(): void {
    for (const listId of this.#waiting.keys()) this.#wake(listId);
  }
}
