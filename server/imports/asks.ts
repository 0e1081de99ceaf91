/** What has to be asked about columns, counted while rows are compared. */
import type { ColumnAsk } from '#contract/imports.ts';

/** Values of a column that are told, and questions in all. */
const MOST_VALUES = 50;
const MOST_ASKS = 300;

export class Asks {
  readonly #asks = new Map<string, ColumnAsk>();

  get all(): ColumnAsk[] {
    return [...this.#asks.values()];
  }

  /** Counts a row that a question is about, with the cell that it is about there. */
  count(
    about: Pick<ColumnAsk, 'kind' | 'columns' | 'field' | 'choices'>,
    row: number,
    example: string,
  ): void {
    const key = `${about.kind} ${about.columns.join(' ')}`;
    const ask = this.#asks.get(key) ?? { ...about, row, rows: 0, examples: [] };
    if (!this.#asks.has(key) && this.#asks.size >= MOST_ASKS) return;
    this.#asks.set(key, ask);
    ask.rows! += 1;
    if (example !== '' && ask.examples.length < MOST_VALUES && !ask.examples.includes(example))
      ask.examples.push(example);
  }
}
