import { Problem } from '../ground/handling/problem.ts';

/** Does one piece of work at a time. Of those that wait, one is of each person. */
export class PersonTurns {
  /** What begins the work of those who wait, in the order in which they came. */
  readonly #waiting = new Map<string, () => void>();
  #isBusy = false;

  /**
   * Does work when its turn has come. Throws 429 where another of the person waits already, and the reason of `end` when that is
   * aborted before the work has begun.
   */
  async run<T>(person: string, end: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#turn(person, end);
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #turn(person: string, end: AbortSignal): Promise<void> {
    if (this.#waiting.has(person)) throw tooManyDocuments();
    end.throwIfAborted();
    await new Promise<void>((begin, fail) => {
      const leave = () => {
        this.#waiting.delete(person);
        fail(end.reason);
      };
      end.addEventListener('abort', leave, { once: true });
      this.#waiting.set(person, () => {
        end.removeEventListener('abort', leave);
        begin();
      });
    });
  }

  /** Stays busy when somebody waits: nobody who comes meanwhile goes first. */
  #next(): void {
    const [first] = this.#waiting;
    this.#isBusy = first !== undefined;
    if (!first) return;
    const [person, begin] = first;
    this.#waiting.delete(person);
    begin();
  }
}

/** 429: somebody has as many documents in work as may be. */
export function tooManyDocuments(): Problem {
  return new Problem('too_many_requests', { what: 'document', seconds: 1 }, { retryAfter: 1 });
}
