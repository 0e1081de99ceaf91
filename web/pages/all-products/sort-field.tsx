import { useId } from 'react';
import { GRID } from '#contract/kernel/addresses.ts';
import type { Sort } from '#contract/products/sorts.ts';
import { Options } from '../../ui/select-field.tsx';
import { type GridState, SORT_LABELS } from './grid-address.ts';
import { GridFields } from './grid-fields.tsx';

interface Props {
  state: GridState;
  onChange: (sort: Sort | undefined) => void;
}

/** The grid's order. Columns of the list offer more of them. */
export function SortField({ state, onChange }: Props) {
  const id = useId();
  const { q, sort = '' } = state;
  return (
    <form method="get" action={GRID} className="flex gap-3">
      <GridFields state={state} except={['sort']} />
      <label htmlFor={id} className="sr-only">
        Sort by
      </label>
      <select
        id={id}
        name="sort"
        value={sort}
        className="select w-48"
        onChange={({ target }) => onChange((target.value as Sort) || undefined)}
      >
        <option value="">{q ? 'Best match' : 'Catalog order'}</option>
        <Options of={SORT_LABELS} />
        {sort && !(sort in SORT_LABELS) && <option value={sort}>By column</option>}
      </select>
      <noscript>
        <button type="submit" className="btn btn-quiet">
          Sort
        </button>
      </noscript>
    </form>
  );
}
