import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { LONGEST_SEARCH } from '#contract/narrowing.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { Product } from '#contract/products.ts';
import { inPages, listOf } from '../../long-list.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { callAsUser, callForPageAsUser } from '../../user-calls.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportProducts } from './imports/export-products.tsx';
import { ManagedProductRow } from './managed-product-row.tsx';
import { useCan } from './role.ts';

/** All products, or those that match all words of `q`, in an order of the list. */
const managedProducts = (q?: string, sort?: string) =>
  infiniteQueryOptions({
    queryKey: ['products', 'managed', { q, sort }],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listProducts', { query: { q, sort, ...pageParam } }, { signal }),
    ...inPages(),
  });

export const handle: PageHandle = { title: 'Manage Products', may: 'product.change' };

export default function ManageProducts() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() || undefined;
  const sort = COLUMNS.flatMap(([, , sorts = []]) => sorts).find((one) => one === search.get('sort'));
  const list = useInfiniteQuery({ ...managedProducts(q, sort), placeholderData: keepPreviousData });
  const { total } = listOf(list.data);
  const focusHeading = useFocusLater();
  const [deleting, setDeleting] = useState<Product>();
  return (
    <>
      <PageTitle>Manage Products</PageTitle>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1>Manage Products</h1>
        <p role="status" className="num text-muted">
          {list.data && (q ? `${formatCount(total)} match` : `Total products: ${formatCount(total)}`)}
        </p>
        <div className="ms-auto flex flex-wrap gap-2">
          <ExportProducts query={q === undefined ? {} : { q }} />
        </div>
        <SearchField
          label="Find products"
          placeholder="Name, SKU or maker's number"
          maxLength={LONGEST_SEARCH}
        />
      </div>
      <ListTable
        list={list}
        what="the products"
        columns={COLUMNS}
        className="plain-cards"
        empty={<NoProducts q={q} />}
      >
        {(product, index) => (
          <ManagedProductRow
            key={product._id}
            product={product}
            index={index + 1}
            onDelete={() => setDeleting(product)}
          />
        )}
      </ListTable>
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
  const can = useCan();
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
      {can('product.add') && (
        <Link to="/dashboard/addProduct" className="btn btn-primary mt-2">
          Add a Product
        </Link>
      )}
    </div>
  );
}

const COLUMNS: Exclude<Column, string>[] = [
  ['#', 'number action'],
  ['Image', 'action'],
  ['Name', '', ['name', '-name']],
  ['SKU', 'wide', ['sku', '-sku']],
  ['Category', 'wide'],
  ['Price', 'number', ['price', '-price']],
  ['Stock', 'number', ['-stock', 'stock']],
  ['Lifecycle', 'wide'],
  ['Action', 'action'],
];
