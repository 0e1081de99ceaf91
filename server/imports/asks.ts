/** What has to be asked about columns, counted while rows are compared. */
import type { ColumnAsk } from '#contract/imports/schema.ts';
import { LIFECYCLES } from '#contract/products/product-facts.ts';
import { PRICE_PIECES } from './price-unit.ts';

/** Values of a column that are told, and questions in all. */
const MOST_VALUES = 50;
const MOST_ASKS = 300;

/** What can be chosen for a word, by what is wrong with it. */
export const WORDS: Record<string, readonly string[]> = {
  import_price_unit: PRICE_PIECES,
  import_yesno: ['yes', 'no'],
  lifecycle: LIFECYCLES,
};

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
    const ask = this.#asks.get(key) ?? {
      ...about,
      ...(about.choices && { choices: [...about.choices] }),
      row,
      rows: 0,
      examples: [],
    };
    if (!this.#asks.has(key) && this.#asks.size >= MOST_ASKS) return;
    this.#asks.set(key, ask);
    ask.rows! += 1;
    for (const choice of about.choices ?? [])
      if (ask.choices!.length < MOST_VALUES && !ask.choices!.includes(choice)) ask.choices!.push(choice);
    if (example !== '' && ask.examples.length < MOST_VALUES && !ask.examples.includes(example))
      ask.examples.push(example);
  }
}
