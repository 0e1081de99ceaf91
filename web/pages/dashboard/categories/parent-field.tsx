import type { ComponentProps } from 'react';
import { withPaths } from '#contract/categories/category-tree.ts';
import type { Category } from '#contract/categories/schema.ts';
import { SelectField } from '../../../ui/select-field.tsx';

interface Props extends ComponentProps<'select'> {
  categories: Category[];
  /** Slugs that cannot be chosen. */
  without: Set<string>;
  error: string | undefined;
}

/** Which category another one is part of. */
export function ParentField({ categories, without, error, ...select }: Props) {
  return (
    <SelectField
      label="Part of"
      error={error}
      {...select}
      options={withPaths(categories)
        .filter(({ slug }) => !without.has(slug))
        .map(({ slug, path }) => [slug, path])}
    >
      <option value="">None: it is a top category</option>
    </SelectField>
  );
}
