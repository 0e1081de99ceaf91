import { Lender } from '../limits/leases.ts';
import { REQUESTS } from '../limits/rules.ts';
import { type Bound, Shares } from '../limits/shares.ts';

/** What is counted for all processes: requests and work at once of each client and person. */
export class SharedWork {
  readonly #lender: Lender;
  readonly #atOnce = new Shares();
  /** What ends the work of the process in each place, by its number. */
  readonly #inWork: Map<number, () => void>[];
  #last = 0;

  constructor(processes: number) {
    this.#lender = new Lender(REQUESTS, processes);
    this.#inWork = Array.from({ length: processes }, () => new Map());
  }

  /** What the process in a place asks for. */
  handlers(place: number) {
    return {
      lend: (asks: Parameters<Lender['lend']>[1]) => this.#lender.lend(place, asks),
      begin: (bounds: Bound[]) => {
        const end = this.#atOnce.begin(bounds);
        if (!end) return null;
        this.#last += 1;
        this.#inWork[place]!.set(this.#last, end);
        return this.#last;
      },
      end: (work: number): undefined => {
        const inWork = this.#inWork[place]!;
        inWork.get(work)?.();
        inWork.delete(work);
      },
    };
  }

  /** The process in a place has ended: so has its work, and another will begin with attempts that nobody has lent it. */
  ended(place: number): void {
    for (const end of this.#inWork[place]!.values()) end();
    this.#inWork[place]!.clear();
    this.#lender.replaced(place);
  }

  /** Forgets what is as at the beginning. To be called from time to time. */
  clean(): void {
    this.#lender.clean();
  }
}
