import { openShelf } from '../../../kept.ts';
import type { SomeFields } from './changes.ts';

/** What somebody has typed into a product's form and not saved. */
export interface ProductDraft {
  /** The values of the typed fields before, which tells whether others have changed them since. */
  base: SomeFields;
  typed: SomeFields;
}

/** Bytes of a draft: all fields of a product at their limits. */
const LONGEST = 60_000;

/** By the id of the product; a new one has the id of the form that adds it. */
export const productDrafts = openShelf(
  'sessionStorage',
  'product drafts',
  (value): value is ProductDraft => {
    const { base, typed } = (value ?? {}) as Partial<ProductDraft>;
    return [base, typed].every((fields) => typeof fields === 'object' && fields !== null);
  },
  LONGEST,
);
