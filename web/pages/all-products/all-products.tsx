import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { loadLists, pageContext } from '../../page-context.ts';
import { allProducts } from '../../queries.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ProductGrid } from '../../ui/product-grid.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { findProducts, isSort } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';

export function loader({ context }: LoaderFunctionArgs) {
  return loadLists({ 'products/all': context.get(pageContext).load.listProducts() });
}

export const clientLoader = () => null;

export default function AllProducts() {
  const { data, error, refetch } = useQuery(allProducts);
  const [search] = useSearchParams();
  const query = search.get('q') ?? '';
  const sort = search.get('sort');
  // Typing stays quick however many cards have to follow.
  const shown = useDeferredValue(findProducts(data ?? [], query, isSort(sort) ? sort : undefined));
  return (
    <div className="wrap py-10">
      <PageTitle summary="Every computer part we stock, with price per unit, minimum order and available quantity.">
        All Products
      </PageTitle>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1>All Products</h1>
          <p role="status" className="num text-muted">
            {data && `${formatCount(shown.length)} ${shown.length === 1 ? 'part' : 'parts'}`}
          </p>
        </div>
        <FilterBar />
      </div>
      {data && shown.length === 0 && query ? (
        <p className="sheet p-6">No part matches “{query}”. Try fewer or shorter words.</p>
      ) : data ? (
        <ProductGrid products={shown} level={2} eager={3} />
      ) : error ? (
        <LoadProblem error={error} what="the products" retry={refetch} />
      ) : (
        <Spinner label="Loading products" />
      )}
    </div>
  );
}
