import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { listOf } from '../../long-list.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { allProducts, GRID_PAGE_SIZE } from '../../queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ProductGrid } from '../../ui/product-grid.tsx';
import { gridPath, readFilter } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { MoreProducts } from './more-products.tsx';
import { useShown } from './use-shown.ts';

export const handle: PageHandle = { fields: ['q', 'sort', 'after'] };

/** The server sends the first page of the list, filtered and sorted by the address. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const filter = readFilter(new URL(request.url).searchParams);
  const { queryKey, initialPageParam } = allProducts(filter);
  const piece = context.get(pageContext).load.findProducts({ ...filter, limit: GRID_PAGE_SIZE });
  return loadLists([
    queryKey,
    piece.then(({ products, total }) => ({
      pages: [{ entries: products, total }],
      pageParams: [initialPageParam],
    })),
  ]);
}

export const clientLoader = () => null;

export default function AllProducts() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const list = useInfiniteQuery({
    ...allProducts(filter),
    // The last result stays until the next one arrives.
    placeholderData: keepPreviousData,
  });
  const { entries, total } = listOf(list.data);
  const last = entries.at(-1);
  const shown = useShown();
  /** The number of times that the search was cleared: each gets a fresh field. */
  const [clears, setClears] = useState(0);
  return (
    <div className="wrap py-10">
      <PageTitle summary="Every computer part we stock, with price per unit, minimum order and available quantity.">
        All Products
      </PageTitle>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1>All Products</h1>
          <p role="status" className="num text-muted">
            {list.data && `${formatCount(total)} ${total === 1 ? 'part' : 'parts'}`}
          </p>
        </div>
        <FilterBar key={clears} isCleared={clears > 0} />
      </div>
      {filter.after && (
        <p className="mb-4 text-sm">
          <Link to={gridPath({ ...filter, after: '' })} className="text-link">
            From the first product
          </Link>
        </p>
      )}
      <Loaded query={list} what="the products">
        {() =>
          total === 0 && filter.q ? (
            <div className="sheet grid justify-items-start gap-2 p-6">
              <p>
                No part matches “<bdi>{filter.q}</bdi>”. Try fewer or shorter words.
              </p>
              <Link
                to={gridPath({ ...filter, q: '' })}
                className="btn btn-quiet mt-2"
                onClick={() => setClears((times) => times + 1)}
              >
                Clear
              </Link>
            </div>
          ) : (
            <>
              <ProductGrid products={entries.slice(0, shown.count)} level={2} eager={shown.eager} />
              {list.hasNextPage && last && entries.length <= shown.count && (
                <MoreProducts to={gridPath({ ...filter, after: last._id })} list={list} />
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}
