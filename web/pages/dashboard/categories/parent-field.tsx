import type { ComponentProps } from 'react';
import { withPaths } from '#contract/categories/category-tree.ts';
import type { Category } from '#contract/categories/schema.ts';
import { Field } from '../../../ui/field.tsx';

interface Props extends ComponentProps<'select'> {
  categories: Category[];
  /** Slugs that cannot be chosen. */
  without: Set<string>;
  error: string | undefined;
}

/** Which category another one is part of. */
export function ParentField({ categories, without, error, ...select }: Props) {
  return (
    <Field label="Part of" error={error}>
      {(control) => (
        <select {...control} {...select} className="select">
          <option value="">None: it is a top category</option>
          {withPaths(categories)
            .filter(({ slug }) => !without.has(slug))
            .map(({ slug, path }) => (
              <option key={slug} value={slug}>
                {path}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}
