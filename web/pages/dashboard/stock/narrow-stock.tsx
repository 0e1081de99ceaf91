import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { withPaths } from '#contract/categories/category-tree.ts';
import type { Category } from '#contract/categories/schema.ts';
import { MOST_BIN } from '#contract/products/product-facts.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { StockNarrowing } from './queries.ts';

interface Props {
  filter: StockNarrowing;
  categories: Category[];
  /** Without it, it also narrows to what runs out. */
  children?: ReactNode;
}

/** Narrows a list of stock by category, bin and what runs out. All of it is in the address. */
export function NarrowStock({ filter, categories, children }: Props) {
  const [, setSearch] = useSearchParams();
  function set(name: string, value: string) {
    setSearch(
      (current) => {
        if (value) current.set(name, value);
        else current.delete(name);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return (
    <div className="mb-4 flex flex-wrap items-end gap-4">
      <SelectField
        label="Category"
        className="w-full sm:w-64"
        value={filter.category ?? ''}
        onChange={({ target }) => set('category', target.value)}
        small
        options={withPaths(categories).map(({ slug, path }) => [slug, path])}
      >
        <option value="">All</option>
      </SelectField>
      <TextField
        label="Bin begins with"
        className="w-full sm:w-40"
        key={filter.bin ?? ''}
        defaultValue={filter.bin ?? ''}
        maxLength={MOST_BIN}
        autoComplete="off"
        onBlur={({ target }) => target.value.trim() !== (filter.bin ?? '') && set('bin', target.value.trim())}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && set('bin', currentTarget.value.trim())}
        inputClass="input-sm num"
      />
      {children ?? (
        <label className="flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="h-4 w-4 accent-primary"
            checked={filter.short === '1'}
            onChange={({ target }) => set('short', target.checked ? '1' : '')}
          />
          Only what runs out
        </label>
      )}
    </div>
  );
}
