/** The state of the grid, all of which is in its address: what it is narrowed by, its order, its view, and where it begins. */

import { GRID } from '#contract/kernel/addresses.ts';
import {
  type FacetCondition,
  isNarrowingField,
  type Narrowing,
  type NarrowingFault,
  readNarrowing,
  writeNarrowing,
} from '#contract/products/narrowing.ts';
import { isSort, type Sort } from '#contract/products/sorts.ts';
import { isView, type View } from './view.ts';

export interface GridState extends Narrowing {
  sort?: Sort;
  view?: View;
  /** The grid begins after this product: a browser without JavaScript shows one page at a time. */
  after?: string;
}

/** The orders that the page offers by a word of its own; columns of the list offer those of their attribute. */
export const SORT_LABELS = {
  newest: 'Newest first',
  name: 'Name',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
} satisfies { [S in Sort]?: string };

/** The fields of the address besides those that narrow. */
const OTHER_FIELDS: readonly string[] = ['sort', 'view', 'after'];

/** Reads the grid's state from the fields of an address or of the form of facets. What cannot be read is named, and narrows nothing. */
export function readGrid(fields: Iterable<readonly [string, string]>): {
  state: GridState;
  faults: NarrowingFault[];
} {
  const all = [...fields];
  const { narrowing, faults } = readNarrowing(all);
  const first = (name: string) => all.find(([field]) => field === name)?.[1];
  const [sort, view, after] = OTHER_FIELDS.map(first);
  return {
    state: {
      ...narrowing,
      ...(sort !== undefined && isSort(sort) && { sort }),
      ...(isView(view) && { view }),
      ...(after && { after }),
    },
    faults,
  };
}

/** Returns the address of the grid in a state. */
export function gridPath(state: Partial<GridState>): string {
  const query = new URLSearchParams(writeGrid(state));
  return query.size > 0 ? `${GRID}?${query}` : GRID;
}

/** Returns an address's query with the grid's fields replaced. Fields that are not the grid's stay. */
export function withGrid(search: URLSearchParams, state: Partial<GridState>): string {
  const others = [...search].filter(([field]) => !isNarrowingField(field) && !OTHER_FIELDS.includes(field));
  return String(new URLSearchParams([...others, ...writeGrid(state)]));
}

/** Returns the query of GET /products and GET /facets. */
export function queryOf({ view: _, after: __, ...state }: GridState): Record<string, string> {
  return Object.fromEntries(writeGrid(state));
}

/** Writes the grid's state as the fields of an address. */
export function writeGrid({ sort, view, after, ...narrowing }: Partial<GridState>): [string, string][] {
  const others: [string, string | undefined][] = [
    ['sort', sort],
    ['view', view],
    ['after', after],
  ];
  return [...writeNarrowing(narrowing), ...others.filter((pair): pair is [string, string] => !!pair[1])];
}

/** Returns a state that no facet narrows: words, category, order and view. */
export function withoutFacets({ q, category, sort, view }: GridState): GridState {
  const bare: GridState = { makers: [], inStock: false, facets: {} };
  return {
    ...bare,
    ...(q && { q }),
    ...(category && { category }),
    ...(sort && { sort }),
    ...(view && { view }),
  };
}

/** Returns the condition on an attribute; undefined without one. An attribute may have a key such as `constructor`. */
export function conditionOn({ facets }: GridState, key: string): FacetCondition | undefined {
  return Object.hasOwn(facets, key) ? facets[key] : undefined;
}

/** A change of the attributes' conditions; undefined takes one away. */
export function withFacet(state: GridState, key: string, condition: FacetCondition | undefined): GridState {
  const { [key]: _, ...facets } = state.facets;
  return { ...state, facets: condition ? { ...facets, [key]: condition } : facets };
}
