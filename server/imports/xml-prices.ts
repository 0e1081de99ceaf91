/** Prices of products in BMEcat: of several types, for several pieces, from several quantities on. Runs in the worker. */
import type { Cell } from './cells.ts';
import { pricePerPiece } from './money.ts';

/** An element of a price: what its `price_type` is, and the values in it by their elements. */
export interface PriceElement {
  type: string | undefined;
  elements: Map<string, string>;
}

interface Price {
  row: number;
  type: string | undefined;
  cell: Cell;
  /** From how many pieces on it counts. */
  from: number;
}

/** Types of which each is a price without tax. */
const NET = new Set([undefined, 'net_list', 'net_customer']);

/** Takes prices row by row, and says at the end in which columns they stand. */
export class XmlPrices {
  /** The currency of prices that do not say theirs. */
  currency = '';
  readonly #prices: Price[] = [];
  #row = 0;
  #ofRow: Price[] = [];
  /** Whether a row has net prices of several types. */
  #isMixed = false;

  add({ type, elements }: PriceElement): void {
    const amount = elements.get('price_amount');
    if (!amount) return;
    const currency = elements.get('price_currency') || this.currency;
    const from = Number(elements.get('lower_bound') || 1);
    const cell = toCell(amount, currency, elements.get('price_quantity'));
    this.#ofRow.push({ row: this.#row, type, cell, from });
  }

  endRow(): void {
    const types = new Set(this.#ofRow.map(({ type }) => type).filter((type) => NET.has(type)));
    if (types.size > 1) this.#isMixed = true;
    // Those of more pieces have a column of their own, which is told.
    const least = Math.min(...this.#ofRow.map(({ from }) => from));
    for (const one of this.#ofRow)
      this.#prices.push(one.from > least ? { ...one, type: 'more pieces' } : one);
    this.#ofRow = [];
    this.#row += 1;
  }

  /** Net prices are the column `price`; where a row has several types of them each has a column, and it is asked which is meant. */
  *cells(): Generator<{ row: number; column: string; cell: Cell }> {
    for (const { row, type, cell } of this.#prices) {
      const isPrice = type === undefined || (NET.has(type) && !this.#isMixed);
      yield { row, column: isPrice ? 'price' : `${type} price`, cell };
    }
  }
}

/** A price with its currency, for one piece. */
function toCell(amount: string, currency: string, quantity: string | undefined): Cell {
  const shown = `${amount} ${currency}`.trim();
  if (!quantity || Number(quantity) === 1) return shown;
  const price = pricePerPiece(Number(amount), Number(quantity));
  return price === undefined
    ? { odd: 'per', shown: `${shown} / ${quantity}` }
    : `${price} ${currency}`.trim();
}
