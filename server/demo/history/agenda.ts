interface Action {
  at: number;
  run: () => Promise<unknown>;
}

/** What is to happen, in the order of its time. Whatever happens may plan what follows from it. */
export class Agenda {
  readonly #actions: Action[] = [];

  /** @param at milliseconds of the Unix epoch */
  plan(at: number, run: Action['run']): void {
    const place = this.#actions.findIndex((action) => action.at > at);
    this.#actions.splice(place < 0 ? this.#actions.length : place, 0, { at, run });
  }

  /** Does what is due until a moment; what is planned for later never happens. */
  async play(until: number, moveTo: (moment: number) => Promise<void>): Promise<void> {
    for (;;) {
      const next = this.#actions.shift();
      if (!next || next.at > until) return;
      await moveTo(next.at);
      await next.run();
    }
  }
}
