import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { formatCreditNoteNumber, formatInvoiceNumber } from '#contract/documents/schema.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import { Gate, overloaded } from '../ground/handling/gate.ts';
import { Problem } from '../ground/handling/problem.ts';
import { type Maker, startMaker } from '../ground/pdf/maker.ts';
import { PersonTurns, tooManyDocuments } from './person-turns.ts';
import type { DocumentOrder } from './worker.ts';

/** Limits of making documents. */
export interface MakerLimits {
  /** Documents in work, most of which wait; more are refused with 503. */
  documents: number;
  /** Those of one person; more are refused with 429. */
  ofOne: number;
  /** Milliseconds that one waits for its turn. With `within` it ends well before an idle connection is cut (http/wire.ts). */
  wait: number;
  /** Milliseconds for one document. 500 lines of the longest texts take about two seconds of the processor. */
  within: number;
  /** Milliseconds in which one that failed is not tried again. */
  rest: number;
  /** Milliseconds without a document after which the process ends. */
  idle: number;
  /** Bytes of documents that are kept. */
  kept: number;
}

const LIMITS: MakerLimits = {
  documents: 20,
  ofOne: 2,
  wait: 20_000,
  within: 20_000,
  rest: 180_000,
  idle: 60_000,
  kept: 16 * 1024 * 1024,
};

/** Failed documents that are remembered. */
const MOST_FAILED = 1_000;

/** Nobody reads the answer; it is counted. */
const GONE = new Problem('broken_request');

/** A document from the moment that it waits for its turn. */
interface Drawing {
  pdf: Promise<Buffer>;
  /** Requests whose clients are still there. */
  readers: number;
  /** Ends its wait. */
  wait: AbortController;
}

/** Makes documents one after the other in a process of its own, which runs while documents are asked for. */
export class DocumentMaker {
  readonly #limits: MakerLimits;
  readonly #gate: Gate;
  readonly #inWork = new Map<string, number>();
  readonly #turns = new PersonTurns();
  /** By the hash of their orders. Confirmations are not kept: they change. */
  readonly #kept: LRUCache<string, Buffer>;
  readonly #drawn = new Map<string, Drawing>();
  /** When those that failed may be tried again, by their names, on any paper. */
  readonly #failed: LRUCache<string, true>;
  #maker: Maker<DocumentOrder> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: MakerLimits = LIMITS) {
    this.#limits = limits;
    this.#gate = new Gate(limits.documents);
    this.#kept = new LRUCache({ maxSize: limits.kept, sizeCalculation: ({ length }) => length });
    this.#failed = new LRUCache({ max: MOST_FAILED, ttl: limits.rest });
  }

  /**
   * Makes a document for a person once its order is read. Throws 429 while as many of theirs are in work as may be, and 503 while
   * all are, when it waits or takes too long, and for a while after it has failed.
   * @param gone aborted when the client is gone: what still waits for its turn then is not drawn
   */
  async make(
    person: string,
    gone: AbortSignal,
    read: () => Promise<DocumentOrder>,
  ): Promise<{ order: DocumentOrder; pdf: Buffer }> {
    const ofOne = this.#inWork.get(person) ?? 0;
    if (ofOne >= this.#limits.ofOne) throw tooManyDocuments();
    this.#gate.admit();
    this.#inWork.set(person, ofOne + 1);
    try {
      return await this.#gate.run(async () => {
        const order = await read();
        return { order, pdf: await this.#once(person, gone, order) };
      });
    } finally {
      const left = this.#inWork.get(person)! - 1;
      if (left > 0) this.#inWork.set(person, left);
      else this.#inWork.delete(person);
    }
  }

  /** One that is drawn at this moment is not drawn again. */
  async #once(person: string, gone: AbortSignal, order: DocumentOrder): Promise<Buffer> {
    const key = hash('sha256', JSON.stringify(order));
    const kept = this.#kept.get(key);
    if (kept) return kept;
    if (gone.aborted) throw GONE;
    const drawing = this.#drawn.get(key) ?? this.#begin(person, key, order);
    drawing.readers += 1;
    const leave = () => {
      drawing.readers -= 1;
      if (drawing.readers === 0) drawing.wait.abort(GONE);
    };
    gone.addEventListener('abort', leave, { once: true });
    try {
      return await drawing.pdf;
    } finally {
      gone.removeEventListener('abort', leave);
    }
  }

  #begin(person: string, key: string, order: DocumentOrder): Drawing {
    const wait = new AbortController();
    const drawing = { pdf: this.#draw(person, wait, order), readers: 0, wait };
    this.#drawn.set(key, drawing);
    const forget = () => void this.#drawn.delete(key);
    drawing.pdf.then((pdf) => {
      forget();
      if (order.kind !== 'confirmation') this.#kept.set(key, pdf);
    }, forget);
    return drawing;
  }

  async #draw(person: string, wait: AbortController, order: DocumentOrder): Promise<Buffer> {
    this.#requireUnfailed(order);
    const timer = setTimeout(() => wait.abort(overloaded(10)), this.#limits.wait);
    try {
      return await this.#turns.run(person, wait.signal, async () => {
        // Meanwhile it may have failed on other paper.
        this.#requireUnfailed(order);
        return this.#make(order);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Throws 503. */
  #requireUnfailed(order: DocumentOrder): void {
    const left = this.#failed.getRemainingTTL(nameOf(order));
    if (left > 0) throw overloaded(seconds(left));
  }

  async #make(order: DocumentOrder): Promise<Buffer> {
    clearTimeout(this.#idle);
    this.#maker ??= startMaker(new URL('./worker.ts', import.meta.url));
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      this.close();
    }, this.#limits.within);
    try {
      return await this.#maker.make(order);
    } catch (error) {
      // The next document gets a new process.
      this.close();
      this.#failed.set(nameOf(order), true);
      if (isLate) throw new Problem('too_slow', undefined, { retryAfter: seconds(this.#limits.rest) });
      throw new Error(`no ${order.kind} could be drawn`, { cause: error });
    } finally {
      clearTimeout(deadline);
      this.#idle = setTimeout(() => this.close(), this.#limits.idle).unref();
    }
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#maker?.close();
    this.#maker = undefined;
  }
}

const seconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1_000));

/** Returns the name of a document, without anything that a person wrote. */
export function nameOf({ kind, facts }: DocumentOrder): string {
  switch (kind) {
    case 'confirmation':
      return `${formatOrderNumber(facts.purchase.number)}-confirmation`;
    case 'invoice':
      return formatInvoiceNumber(facts.number);
    case 'credit_note':
      return formatCreditNoteNumber(facts.number);
    case 'packing_slip':
      return `${formatOrderNumber(facts.number)}-packing-slip-${facts.nth}`;
    case 'label':
      return `${formatOrderNumber(facts.number)}-label-${facts.nth}`;
  }
}
