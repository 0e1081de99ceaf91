import type { Selectable } from 'kysely';
import { addressLines } from '#contract/address-book/address-lines.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { DetailChange } from '#contract/log/schema.ts';
import type { Schema } from '../ground/database/schema.ts';

/** What buyers say at a purchase for their own books: each field with its column of `purchases`, a text, or JSON of an address. */
export const FACT_COLUMNS = {
  poNumber: 'po_number',
  costCentre: 'cost_centre',
  deliveryWish: 'delivery_wish',
  note: 'note',
  billTo: 'bill_to',
} as const satisfies Record<DetailChange['field'], keyof Schema['purchases']>;

type FactField = keyof typeof FACT_COLUMNS;
type FactColumn = (typeof FACT_COLUMNS)[FactField];

export const FACT_FIELDS = Object.keys(FACT_COLUMNS) as FactField[];

export type PurchaseFacts = {
  [Field in FactField]?: (Field extends 'billTo' ? ShipTo : string) | undefined;
};

/** Returns the facts among other fields, in their order: by it a repeated request is known as the same one. */
export function pickFacts(from: PurchaseFacts): PurchaseFacts {
  return Object.fromEntries(Object.entries(from).filter(([field]) => Object.hasOwn(FACT_COLUMNS, field)));
}

/** Returns the facts of a row of `purchases`. */
export function factsOf(row: Pick<Selectable<Schema['purchases']>, FactColumn>): PurchaseFacts {
  return Object.fromEntries(FACT_FIELDS.map((field) => [field, row[FACT_COLUMNS[field]] ?? undefined]));
}

/** Returns facts by their columns. */
export function columnsOf(facts: PurchaseFacts): { [Column in FactColumn]?: string | ShipTo | undefined } {
  return Object.fromEntries(FACT_FIELDS.map((field) => [FACT_COLUMNS[field], facts[field]]));
}

/** Returns a fact as one line of text; an empty one where there is none. */
export function textOfFact(fact: string | ShipTo | null | undefined): string {
  return typeof fact === 'object' && fact !== null
    ? [...addressLines(fact), fact.phone].join(', ')
    : (fact ?? '');
}
