import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { latestProducts } from '../../queries.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { ProductGrid } from '../../ui/product-grid.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export function OurProducts() {
  const { data, error, refetch } = useQuery(latestProducts);
  return (
    <section aria-labelledby="our-products" className="wrap py-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="our-products">Our Products</h2>
        <Link to="/allProducts" className="text-link text-sm">
          All Products
        </Link>
      </div>
      {data ? (
        <ProductGrid products={data} level={3} />
      ) : error ? (
        <LoadProblem error={error} what="the products" retry={refetch} />
      ) : (
        <Spinner label="Loading products" />
      )}
    </section>
  );
}
