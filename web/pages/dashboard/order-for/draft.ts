/** What staff have typed of an order for a buyer. It stays in the tab until the order is placed. */
import type { ListLine } from '#contract/lists/schema.ts';
import { openShelf } from '../../../kept.ts';
import { type CheckoutValues, NO_VALUES } from '../../checkout/values.ts';

export interface OrderValues extends CheckoutValues {
  /** The member of a company who orders; '' for a person. */
  contactId: string;
}

export interface Draft {
  /** The Idempotency-Key of the order: so it is placed once, whatever becomes of an answer. */
  key: string;
  values: OrderValues;
  lines: readonly ListLine[];
  /** What stands in the field for new lines. */
  text: string;
}

export const NO_ORDER: OrderValues = { ...NO_VALUES, contactId: '' };

/** By the buyer's id. An entry has room for 500 lines as they were pasted. */
export const orderDrafts = openShelf(
  'sessionStorage',
  'order-for',
  (value): value is Draft => {
    const { key, values, lines, text } = (value ?? {}) as Partial<Draft>;
    return (
      typeof key === 'string' &&
      typeof values === 'object' &&
      Array.isArray(lines) &&
      typeof text === 'string'
    );
  },
  400_000,
);
