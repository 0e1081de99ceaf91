import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { listOf, managedProducts } from '../../queries.ts';
import { RequireAdmin } from '../../session.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { DeleteProduct } from './delete-product.tsx';
import { ManagedProductRow } from './managed-product-row.tsx';

export default function ManageProductsPage() {
  return (
    <RequireAdmin>
      <ManageProducts />
    </RequireAdmin>
  );
}

function ManageProducts() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() || undefined;
  const list = useInfiniteQuery({ ...managedProducts(q), placeholderData: keepPreviousData });
  const { data, error, refetch } = list;
  const { entries: products, total } = listOf(data);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useFocusLater(heading);
  const [deleting, setDeleting] = useState<Product>();
  return (
    <>
      <PageTitle>Manage Products</PageTitle>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1 ref={heading} tabIndex={-1}>
          Manage Products
        </h1>
        <p role="status" className="num text-muted">
          {data && (q ? `${formatCount(total)} match` : `Total products: ${formatCount(total)}`)}
        </p>
        <SearchField label="Find products" placeholder="Find products" maxLength={200} />
      </div>
      {products.length > 0 ? (
        <>
          <ProductTable products={products} onDelete={setDeleting} />
          <ShowMore list={list} />
        </>
      ) : data && q ? (
        <p className="sheet p-6">
          No product matches “<bdi>{q}</bdi>”. Try fewer or shorter words.
        </p>
      ) : data ? (
        <div className="sheet grid justify-items-start gap-2 p-6">
          <p className="font-semibold">No products yet</p>
          <Link to="/dashboard/addProduct" className="btn btn-primary mt-2">
            Add a Product
          </Link>
        </div>
      ) : error ? (
        <LoadProblem error={error} what="the products" retry={refetch} />
      ) : (
        <Spinner label="Loading the products" />
      )}
      {deleting && (
        <DeleteProduct
          product={deleting}
          onClose={() => setDeleting(undefined)}
          // The button that was pressed is gone with its row.
          onDeleted={focusHeading}
        />
      )}
    </>
  );
}

function ProductTable({ products, onDelete }: { products: Product[]; onDelete: (product: Product) => void }) {
  return (
    <div className="sheet">
      <table className="data-table plain-cards">
        <thead>
          <tr>
            <th scope="col" className="number action">
              #
            </th>
            <th scope="col" className="action">
              Image
            </th>
            <th scope="col">Name</th>
            <th scope="col" className="action">
              Action
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((product, index) => (
            <ManagedProductRow
              key={product._id}
              product={product}
              index={index + 1}
              onDelete={() => onDelete(product)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
