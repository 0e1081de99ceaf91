import type { Category } from '#contract/categories/schema.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import {
  FACET_PREFIX,
  type FacetCondition,
  type Narrowing,
  readYesNo,
} from '#contract/products/narrowing.ts';
import { invalidInput } from '../ground/handling/problem.ts';

type FacetKind = 'number' | 'choice' | 'yesno';

/**
 * Throws 400 for an unknown category, for attributes that no category has, and for values that are not of their kind. Attributes
 * of other categories than the chosen one are known, and find nothing.
 */
export function requireKnown({ category, facets }: Narrowing, categories: readonly Category[]): void {
  const errors: FieldError[] = [];
  if (category !== undefined && !categories.some(({ slug }) => slug === category))
    errors.push(fieldError('category', 'no_category'));
  for (const [key, condition] of Object.entries(facets)) {
    const kinds = kindsOf(key, categories);
    const field = FACET_PREFIX + key;
    if (kinds.size === 0) errors.push(fieldError(field, 'no_facet'));
    else if (![...kinds].some((kind) => fits(kind, condition)))
      errors.push(fieldError(field, 'facet_kind', { kind: [...kinds][0]! }));
  }
  if (errors.length > 0) throw invalidInput(errors);
}

/** Returns whether products can be narrowed by an attribute with this key. */
export function isFacet(key: string, categories: readonly Category[]): boolean {
  return kindsOf(key, categories).size > 0;
}

/** The kinds of the attributes with a key, of all categories; texts narrow nothing. */
function kindsOf(key: string, categories: readonly Category[]): Set<FacetKind> {
  const named = categories.flatMap(({ attributes }) => attributes.filter((one) => one.key === key));
  return new Set(named.flatMap(({ kind }) => (kind === 'text' ? [] : kind)));
}

function fits(kind: FacetKind, condition: FacetCondition): boolean {
  if (!('values' in condition)) return kind === 'number';
  if (kind === 'number')
    return condition.values.every((text) => text.trim() !== '' && Number.isFinite(Number(text)));
  return kind === 'choice' || condition.values.every((text) => readYesNo(text) !== undefined);
}
