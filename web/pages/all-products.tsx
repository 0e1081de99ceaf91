import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { pageContext } from '../page-context.ts';
import { allProducts } from '../queries.ts';
import { LoadProblem } from '../ui/load-problem.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ProductGrid } from '../ui/product-grid.tsx';
import { Spinner } from '../ui/spinner.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  return { lists: { 'products/all': await context.get(pageContext).load.listProducts() } };
}

export const clientLoader = () => null;

export default function AllProducts() {
  const { data, error, refetch } = useQuery(allProducts);
  return (
    <div className="wrap py-10">
      <PageTitle summary="Every computer part we stock, with price per unit, minimum order and available quantity.">
        All Products
      </PageTitle>
      <div className="mb-6 flex flex-wrap items-baseline gap-x-4">
        <h1>All Products</h1>
        {data && <p className="num text-muted">{formatCount(data.length)} parts</p>}
      </div>
      {data ? (
        <ProductGrid products={data} level={2} eager={3} />
      ) : error ? (
        <LoadProblem error={error} what="the products" retry={refetch} />
      ) : (
        <Spinner label="Loading products" />
      )}
    </div>
  );
}
