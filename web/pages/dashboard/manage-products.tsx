import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import { LONGEST_SEARCH } from '#contract/kernel/text-limits.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { Product } from '#contract/products/schema.ts';
import { SearchField } from '../../shell/search-field.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { callAsUser } from '../../user-calls.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportProducts } from './imports/export-products.tsx';
import { ListPage } from './kit/list-page.tsx';
import { pagesOf } from './kit/pages-of.ts';
import { columnsOf } from './managed-product-columns.tsx';
import { useCan } from './role.ts';

export const handle: PageHandle = { title: 'Manage Products', may: 'product.change' };

export default function ManageProducts() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() || undefined;
  const [deleting, setDeleting] = useState<Product>();
  const columns = columnsOf(setDeleting);
  const sort = columns.flatMap(({ sorts = [] }) => sorts).find((one) => one === search.get('sort'));
  const list = useInfiniteQuery({
    // All products, or those that match all words of `q`.
    ...pagesOf(['products', 'managed', { q, sort }], 'listProducts', { query: { q, sort } }),
    placeholderData: keepPreviousData,
  });
  const focusHeading = useFocusLater();
  return (
    <>
      <ListPage
        title="Manage Products"
        countText={(total) => (q ? `${formatCount(total)} match` : `Total products: ${formatCount(total)}`)}
        tools={
          <>
            <div className="ms-auto flex flex-wrap gap-2">
              <ExportProducts query={q === undefined ? {} : { q }} />
            </div>
            <SearchField
              label="Find products"
              placeholder="Name, SKU or maker's number"
              maxLength={LONGEST_SEARCH}
            />
          </>
        }
        list={list}
        what="the products"
        columns={columns}
        className="plain-cards"
        empty={<NoProducts q={q} />}
      />
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
