import type { DetailChange } from '#contract/log/schema.ts';
import type { Schema } from '../ground/database/schema.ts';

/** What buyers write at a purchase for their own books: each field with its column of `purchases`, which is a text. */
export const FACT_COLUMNS = {
  poNumber: 'po_number',
  costCentre: 'cost_centre',
  deliveryWish: 'delivery_wish',
  note: 'note',
} as const satisfies Record<DetailChange['field'], keyof Schema['purchases']>;

type FactField = keyof typeof FACT_COLUMNS;
type FactColumn = (typeof FACT_COLUMNS)[FactField];

export const FACT_FIELDS = Object.keys(FACT_COLUMNS) as FactField[];

export type PurchaseFacts = { [Field in FactField]?: string | undefined };

/** Returns the facts among other fields, in their order: by it a repeated request is known as the same one. */
export function pickFacts(from: PurchaseFacts): PurchaseFacts {
  return Object.fromEntries(Object.entries(from).filter(([field]) => Object.hasOwn(FACT_COLUMNS, field)));
}

/** Returns the facts of a row of `purchases`. */
export function factsOf(row: Record<FactColumn, string | null>): PurchaseFacts {
  return Object.fromEntries(FACT_FIELDS.map((field) => [field, row[FACT_COLUMNS[field]] ?? undefined]));
}

/** Returns facts by their columns. */
export function columnsOf(facts: PurchaseFacts): { [Column in FactColumn]?: string | undefined } {
  return Object.fromEntries(FACT_FIELDS.map((field) => [FACT_COLUMNS[field], facts[field]]));
}
