import { type Span, SpanKind } from '@opentelemetry/api';
import pg from 'pg';
import { beginPart, currentSpan, endSpan, failureOf, within } from '../tracing/span.ts';

interface Waiting<I, O> {
  item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
  /** Of its wait for the statement, where the request that it is for is traced. */
  span: Span | undefined;
}

/**
 * Batches items that arrive while a batch is running. A statement for many rows takes hardly longer than one for one row:
 * it is one round trip, one transaction and one write to the disk. While no batch is running, an item is done at once.
 * While one statement is, the next begins as soon as it has as many items, or after a moment: two that share the items
 * evenly take less than a large one and a small one. The more comes, the more is done together.
 *
 * What reads sees nothing older than its own beginning: an item never joins what was begun before it came.
 */
export class Gatherer<I, O> {
  readonly #work: (items: I[]) => Promise<O[]>;
  readonly #weigh: (item: I) => number;
  #waiting: Waiting<I, O>[] = [];
  /** Works under way, and the items in them. */
  #underWay = 0;
  #items = 0;
  #patience: NodeJS.Timeout | undefined;

  /**
   * @param work does some items in one statement, and answers a result for each, in their order
   * @param weigh how much of a statement an item takes: those of one come to `MOST`, or it is one item that is more
   */
  constructor(work: (items: I[]) => Promise<O[]>, weigh: (item: I) => number = () => 1) {
    this.#work = work;
    this.#weigh = weigh;
  }

  /** Does one item, with others or alone; fails as the work fails. */
  add(item: I): Promise<O> {
    const span = beginPart('batch', SpanKind.INTERNAL);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject, span });
      // Once everything that has arrived is read: it goes together.
      setImmediate(() => this.#begin());
    });
  }

  #begin(isPatienceOver = false): void {
    if (this.#underWay >= AT_ONCE || this.#waiting.length === 0) return;
    if (this.#waiting.length < this.#items && !isPatienceOver) {
      this.#patience ??= setTimeout(() => {
        this.#patience = undefined;
        this.#begin(true);
      }, PATIENCE_MS);
      return;
    }
    clearTimeout(this.#patience);
    this.#patience = undefined;
    const some = this.#takeSome();
    this.#underWay += 1;
    this.#items += some.length;
    this.#doAll(some).finally(() => {
      this.#underWay -= 1;
      this.#items -= some.length;
      this.#begin();
    });
  }

  #takeSome(): Waiting<I, O>[] {
    let count = 0;
    let weight = 0;
    for (const { item } of this.#waiting) {
      weight += this.#weigh(item);
      if (count > 0 && weight > MOST) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #doAll(some: Waiting<I, O>[]): Promise<void> {
    // The statement belongs to the first that is traced; the others name that one.
    const span = some.find((one) => one.span)?.span;
    const work = () => this.#work(some.map(({ item }) => item));
    try {
      const results = await (span === currentSpan() ? work() : within(span, work));
      for (const [n, { resolve, span: own }] of some.entries()) {
        endPart(own, span, some.length);
        resolve(results[n]!);
      }
    } catch (error) {
      // PostgreSQL has said no, so nothing was done: one item's fault is not to be the others', and is looked for in
      // smaller parts. When the connection broke, nobody knows whether it was done, and nothing is done twice.
      if (some.length > 1 && isForAnItem(error)) {
        const part = Math.ceil(some.length / PARTS);
        const starts = Array.from({ length: Math.ceil(some.length / part) }, (_, n) => n * part);
        await Promise.all(starts.map((start) => this.#doAll(some.slice(start, start + part))));
      } else {
        for (const { reject, span: own } of some) {
          endPart(own, span, some.length, failureOf(error));
          reject(error);
        }
      }
    }
  }
}

function endPart(own: Span | undefined, carrier: Span | undefined, items: number, failure?: string): void {
  if (!own) return;
  own.setAttribute('northbridge.batch.items', items);
  if (carrier && own !== carrier) own.addLink({ context: carrier.spanContext() });
  endSpan(own, failure);
}

/** Whether an item may be to blame: its data (22), a constraint (23), or what it met in other transactions (40). */
function isForAnItem(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|40)/.test(error.code ?? '');
}

/**
 * What is done together at most, by weight: about what an overloaded process has in work (`limits/traffic.ts`). Then it hears of a statement's
 * end only after it has read what hundreds of connections sent, and what is not in a statement waits for another such round.
 */
const MOST = 256;

/** Into how many parts a work is taken that was refused: two such steps lead from the largest one to single items. */
const PARTS = 16;

/** Works under way at most: one goes on while the other waits for the disk, or for a row that somebody has locked. */
const AT_ONCE = 2;

/** How long what has come waits for more, while a larger work is under way: about as long as one takes. */
const PATIENCE_MS = 2;
