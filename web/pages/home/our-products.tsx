import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ProductGrid } from '../../parts/product-grid.tsx';
import { latestProducts } from '../../queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function OurProducts() {
  const query = useQuery(latestProducts);
  return (
    <section aria-labelledby="our-products" className="wrap py-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="our-products">Our Products</h2>
        <Link to="/allProducts" className="text-link text-sm">
          All Products
        </Link>
      </div>
      <Loaded
        query={query}
        what="the products"
        loading={<Skeleton what="the products" shape="cards" hasSpinner />}
      >
        {(products) => <ProductGrid products={products} level={3} />}
      </Loaded>
    </section>
  );
}
