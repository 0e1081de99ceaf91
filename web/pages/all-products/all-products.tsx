import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { data, Link, type LoaderFunctionArgs } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import { listOf } from '../../long-list.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { CompareBar } from '../../parts/compare-bar.tsx';
import { CompareButton } from '../../parts/compare-button.tsx';
import { ProductGrid } from '../../parts/product-grid.tsx';
import { useOfferedPages } from '../../parts/use-offered.ts';
import { allProducts, facetsOf, GRID_PAGE_SIZE } from '../../queries.ts';
import { focusSearch } from '../../shell/search-box.tsx';
import { slimProduct } from '../../slim-product.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChipList } from './chip-list.tsx';
import { type Chip, chipsOf, withoutChips } from './chips.ts';
import { columnsOf, showsAttribute } from './columns.ts';
import { FacetDrawer } from './facet-drawer.tsx';
import { Facets } from './facets.tsx';
import { FoundInstead } from './found-instead.tsx';
import { type GridState, gridPath, queryOf, readGrid } from './grid-address.ts';
import { FilterButton, ViewToggle } from './grid-bar.tsx';
import { GridHead } from './grid-head.tsx';
import { MoreProducts } from './more-products.tsx';
import { PartsTable } from './parts-table.tsx';
import { SortField } from './sort-field.tsx';
import { useGrid } from './use-grid.ts';
import { useShown } from './use-shown.ts';

export const handle: PageHandle = {
  fields: [
    ...['q', 'category', 'maker*', 'price*', 'price.min*', 'price.max*', 'inStock*', `${FACET_PREFIX}*`],
    ...['sort', 'view', 'after'],
  ],
};

/** The server sends the first page of the list, narrowed and sorted by the address, and the facets. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { state } = readGrid(new URL(request.url).searchParams);
  const { view, ...wanted } = state;
  const { load } = context.get(pageContext);
  const facets = load.getFacets(wanted);
  const list = allProducts(queryOf(state), state.after, view);
  const page = load.findProducts({ ...wanted, limit: GRID_PAGE_SIZE });
  if (state.category && !(await load.listCategories()).some(({ slug }) => slug === state.category))
    throw data(null, { status: 404 });
  return loadLists(
    [
      list.queryKey,
      Promise.all([page, facets]).then(([{ products, total }, { facets }]) => {
        const shows = showsAttribute(view === 'list' ? facets : undefined, products);
        const entries = products.map((product) => slimProduct(product, shows));
        return { pages: [{ entries, total }], pageParams: [list.initialPageParam] };
      }),
    ],
    [facetsOf(queryOf(state)).queryKey, facets],
  );
}

export const clientLoader = () => null;

export default function AllProducts() {
  const { state, view, faults, narrow, changeSort } = useGrid();
  const query = queryOf(state);
  // The last result stays until the next one arrives, and when it does not arrive.
  const list = useInfiniteQuery({
    ...allProducts(query, state.after, view),
    placeholderData: keepPreviousData,
  });
  const facets = useQuery({ ...facetsOf(query), placeholderData: keepPreviousData });
  const listData = useLastData(list.data);
  const facetsData = useLastData(facets.data);
  const failed = listData && facetsData && (list.error ?? facets.error);
  const { entries, total } = listOf(listData);
  const last = entries.at(-1);
  const shown = useShown(view, textOf(query), !list.isPending && !list.isPlaceholderData);
  const chips = chipsOf(state, facetsData);
  const top = useRef<HTMLDivElement>(null);
  const offered = useOfferedPages(entries);
  const products = offered.slice(0, shown.count);

  /** A narrower grid is shorter: it begins in view, wherever the person was in the one before. */
  function narrowInView(next: GridState) {
    narrow(next);
    shown.showPart(textOf(queryOf(next)));
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
  }

  return (
    <div className="wrap grid-page">
      <GridHead state={state} facets={facetsData} total={list.data && total}>
        <ViewToggle state={state} view={view} />
        <FilterButton count={chips.length} />
        <SortField state={state} onChange={changeSort} />
      </GridHead>
      <div className="grid-body">
        <FacetDrawer found={list.data ? `Show ${countOf(total, 'part')}` : 'Close'}>
          <Loaded query={{ ...facets, data: facetsData }} what="the filters">
            {(data) => <Facets facets={data} state={state} faults={faults} narrow={narrowInView} />}
          </Loaded>
        </FacetDrawer>
        <div ref={top} className="min-w-0" aria-busy={list.isPlaceholderData || undefined}>
          <ChipList chips={chips} state={state} />
          <FoundInstead
            q={state.q}
            instead={facets.isPlaceholderData || total === 0 ? undefined : facets.data}
            total={total}
          />
          {faults.length > 0 && (
            <p className="mb-3 text-sm">
              Not understood and left out: <bdi>{faults.join(', ')}</bdi>
            </p>
          )}
          {failed && (
            <div className="mb-4">
              <LoadProblem
                error={failed}
                what="this list"
                kept="Below is the list from before."
                retry={() => {
                  list.refetch();
                  facets.refetch();
                }}
              />
            </div>
          )}
          {state.after && (
            <p className="mb-4 text-sm">
              <Link to={gridPath({ ...state, after: '' })} className="text-link">
                From the first product
              </Link>
            </p>
          )}
          <Loaded
            query={{ ...list, data: listData }}
            what="the products"
            loading={<Skeleton what="the products" shape={view} hasSpinner />}
          >
            {() =>
              total === 0 ? (
                <NoneFound state={state} chips={chips} />
              ) : (
                <>
                  {offered.some(({ own }) => own) && (
                    <p className="mb-3 text-muted text-sm">
                      Prices are yours. Sorting and filters go by list price.
                    </p>
                  )}
                  {view === 'list' ? (
                    <PartsTable
                      products={products}
                      state={state}
                      layout={columnsOf(facetsData?.facets ?? [], entries)}
                      eager={shown.eager}
                    />
                  ) : (
                    <ProductGrid
                      products={products}
                      level={2}
                      eager={shown.eager}
                      corner={({ _id, name }) => <CompareButton id={_id} name={name} />}
                    />
                  )}
                  {list.hasNextPage && last && entries.length <= shown.count && (
                    <MoreProducts to={gridPath({ ...state, after: last._id })} list={list} />
                  )}
                </>
              )
            }
          </Loaded>
        </div>
      </div>
      <CompareBar />
    </div>
  );
}

const textOf = (query: Record<string, string>) => String(new URLSearchParams(query));

/** Returns a query's data. After a failure it returns the data of the last success, also when that was of another key. */
function useLastData<Data>(data: Data | undefined): Data | undefined {
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return data ?? last;
}

interface NoneFoundProps {
  state: GridState;
  chips: Chip[];
}

/** Says that nothing fits, and what to do about it. */
function NoneFound({ state, chips }: NoneFoundProps) {
  const { q } = state;
  if (!q && chips.length === 0) {
    return (
      <p className="sheet p-6 text-muted">No products yet. They appear here as soon as there are some.</p>
    );
  }
  const isOfWords = q !== undefined && chips.length === 1;
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      {isOfWords ? (
        <p>
          No part matches “<bdi>{q}</bdi>”. Try fewer or shorter words.
        </p>
      ) : (
        <p>No parts match all of these filters. Remove one above, or clear them all.</p>
      )}
      <Link
        to={gridPath(withoutChips(state))}
        preventScrollReset
        className="btn btn-quiet mt-2"
        onClick={isOfWords ? focusSearch : undefined}
      >
        {isOfWords ? 'Clear' : 'Clear all'}
      </Link>
    </div>
  );
}
