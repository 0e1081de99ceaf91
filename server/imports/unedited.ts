/** The cells of an export that nobody has edited: they are not written. Pure. */
import { columnOf } from '#contract/import-fields.ts';
import { FACET_PREFIX } from '#contract/narrowing.ts';
import type { Draft } from './draft.ts';

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
