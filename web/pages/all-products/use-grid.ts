import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Sort } from '#contract/products/sorts.ts';
import { allProducts, facetsOf } from '../../queries.ts';
import { type GridState, queryOf, readGrid, withGrid } from './grid-address.ts';
import { useRememberedView, type View } from './view.ts';

/** The grid's state and what changes it. */
export interface Grid {
  /** As the address has it, or will have it in a moment. Links carry a view that was chosen, and none on a first visit. */
  state: GridState;
  view: View;
  /** Parameters of the address that cannot be read. */
  faults: string[];
  /** Narrows the grid at once. The change is an entry of the history, so that Back leads to the grid as it was. */
  narrow: (state: GridState) => void;
  /** Sorts the grid. The change replaces the entry of the history. */
  changeSort: (sort: Sort | undefined) => void;
}

/** Returns the grid's state. A change counts from the click on, before the router has taken it. */
export function useGrid(): Grid {
  const { key, search: shown } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asked, setAsked] = useState({ key: '', search: '' });
  const search = asked.key === key ? asked.search : shown;
  const { state, faults } = useMemo(() => readGrid(new URLSearchParams(search)), [search]);
  const remembered = useRememberedView();

  function go(next: GridState, replace = false) {
    const query = `?${withGrid(new URLSearchParams(search), { ...next, after: '' })}`;
    // The requests leave before the page renders.
    void client.prefetchInfiniteQuery(allProducts(queryOf(next)));
    void client.prefetchQuery(facetsOf(queryOf(next)));
    setAsked({ key, search: query });
    navigate({ search: query }, { replace, preventScrollReset: true });
  }

  return {
    state: remembered === 'list' ? { view: remembered, ...state } : state,
    view: state.view ?? remembered,
    faults: faults.map(({ field }) => field),
    narrow: (next) => go(next),
    changeSort(sort) {
      const { sort: _, ...rest } = state;
      go(sort ? { ...rest, sort } : rest, true);
    },
  };
}
