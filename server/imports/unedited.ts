/** The cells of an export that nobody has edited: they are not written. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { columnOf } from '#contract/imports/fields.ts';
import { FACET_PREFIX, facetKeyOf } from '#contract/products/narrowing.ts';
import type { ProductInput } from '../products/row.ts';
import type { ShelfLevel } from '../products/shelf.ts';
import type { Draft } from './draft.ts';
import { Exported } from './exported.ts';
import { type FieldValues, fieldOf } from './fields.ts';

/** Returns a row without the cells of its export that nobody has edited. */
export function withoutUnedited(draft: Draft): Draft {
  const unedited = new Set(draft.unedited);
  if (unedited.size === 0) return draft;
  const keep = <T extends object>(values: T, column = (field: string) => field): T =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !unedited.has(column(field)))) as T;
  return {
    ...draft,
    said: keep(draft.said),
    fields: keep(draft.fields, columnOf),
    ...(draft.attributes && { attributes: keep(draft.attributes, (key) => FACET_PREFIX + key) }),
    told: draft.told.filter(({ field }) => !unedited.has(field)),
  };
}

/** Fields of several columns, or whose values are no cells. */
const COMPARED_APART = new Set(['package', 'substitutes']);

/** Returns the fields of a row that somebody has edited while the shop has changed what they say, and what they are now. */
export function changedOnBothSides(
  draft: Draft,
  { input, level }: { input: ProductInput; level?: ShelfLevel | undefined },
  values: FieldValues,
): { field: string; column: string; now: unknown }[] {
  const before = new Exported(draft.exported!);
  return Object.keys(values).flatMap((field) => {
    const column = columnOf(field);
    const now = field === 'available' ? level?.shelf : fieldOf(input, field);
    // Attributes that a part did not have were in no export of it.
    const isAsExported =
      isDeepStrictEqual(values[field], fieldOf(input, field)) ||
      (facetKeyOf(field) !== undefined && now === null) ||
      COMPARED_APART.has(field) ||
      before.had(column, now);
    return isAsExported ? [] : [{ field, column, now }];
  });
}
