import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { Product } from '#contract/products.ts';
import { inPages, listOf } from '../../long-list.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { callAsUser, callForPageAsUser } from '../../user-calls.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ManagedProductRow } from './managed-product-row.tsx';

/** All products, or those that match all words of `q`. */
const managedProducts = (q?: string) =>
  infiniteQueryOptions({
    queryKey: ['products', 'managed', { q }],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listProducts', { query: { q, ...pageParam } }, { signal }),
    ...inPages(),
  });

export const handle: PageHandle = { may: 'product.change' };

export default function ManageProducts() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() || undefined;
  const list = useInfiniteQuery({ ...managedProducts(q), placeholderData: keepPreviousData });
  const { total } = listOf(list.data);
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
          {list.data && (q ? `${formatCount(total)} match` : `Total products: ${formatCount(total)}`)}
        </p>
        <SearchField label="Find products" placeholder="Find products" maxLength={200} />
      </div>
      <LoadedList list={list} what="the products" empty={<NoProducts q={q} />}>
        {(products) => <ProductTable products={products} onDelete={setDeleting} />}
      </LoadedList>
      {deleting && (
        <DeleteDialog
          title="Delete this product?"
          remove={() => callAsUser('removeProduct', { params: { id: deleting._id } })}
          changes={['products']}
          onClose={() => setDeleting(undefined)}
          // The pressed button was removed with its row.
          onDeleted={focusHeading}
        >
          {deleting.name} leaves the catalogue. Orders for it stay.
        </DeleteDialog>
      )}
    </>
  );
}

function NoProducts({ q }: { q: string | undefined }) {
  if (q) {
    return (
      <p className="sheet p-6">
        No product matches “<bdi>{q}</bdi>”. Try fewer or shorter words.
      </p>
    );
  }
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      <p className="font-semibold">No products yet</p>
      <Link to="/dashboard/addProduct" className="btn btn-primary mt-2">
        Add a Product
      </Link>
    </div>
  );
}

function ProductTable({ products, onDelete }: { products: Product[]; onDelete: (product: Product) => void }) {
  return (
    <DataTable
      columns={[['#', 'number action'], ['Image', 'action'], 'Name', ['Action', 'action']]}
      className="plain-cards"
    >
      {products.map((product, index) => (
        <ManagedProductRow
          key={product._id}
          product={product}
          index={index + 1}
          onDelete={() => onDelete(product)}
        />
      ))}
    </DataTable>
  );
}
