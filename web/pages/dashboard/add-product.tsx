import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import type { NewProduct, Product, ProductChange } from '#contract/products/schema.ts';
import { categories as categoriesQuery, product as productQuery } from '../../queries.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { callAsUser } from '../../user-calls.ts';
import { useManagedList } from './managed-list.ts';
import { ProductForm } from './product-form/product-form.tsx';
import { valuesOf } from './product-form/values.ts';

export const handle: PageHandle = { title: 'Add a Product', shape: 'section', may: 'product.add' };

export default function AddProduct() {
  const [search] = useSearchParams();
  const from = search.get('from');
  const original = useQuery({ ...productQuery(from ?? ''), enabled: from !== null });
  return (
    <>
      <PageTitle>Add a Product</PageTitle>
      {from === null ? (
        <NewProductForm key="new" />
      ) : (
        <>
          {!original.data && <h1 className="mb-5">Add a Product</h1>}
          <Loaded query={original} what="the product to duplicate" shape="section">
            {(product) => <NewProductForm key={from} original={product} />}
          </Loaded>
        </>
      )}
    </>
  );
}

function NewProductForm({ original }: { original?: Product }) {
  const client = useQueryClient();
  const categories = useQuery({ ...categoriesQuery, staleTime: 0 });
  const showSuccess = useSuccessDialog();
  const back = useManagedList();
  const focusHeading = useFocusLater();
  /** The number of products added: each gets a fresh form. */
  const [added, setAdded] = useState(0);

  async function send(typed: ProductChange, idempotencyKey: string) {
    // The form has all required fields.
    const body = typed as NewProduct;
    try {
      const { insertedId } = await callAsUser('addProduct', { body }, { idempotencyKey });
      if (!insertedId) throw new Error('no insertedId');
    } catch (error) {
      toast.error('Failed to add Product');
      throw error;
    }
  }

  function finish() {
    showSuccess('Product Added SuccessfullY.');
    setAdded((count) => count + 1);
    // The pressed button was removed with its form.
    focusHeading();
    client.invalidateQueries({ queryKey: ['products'] });
  }

  return (
    <>
      <h1 className={original ? '' : 'mb-5'}>Add a Product</h1>
      {original && (
        <p className="mt-1 mb-5 text-sm">
          A duplicate of <bdi>{original.name}</bdi>, without its SKU, maker's number and stock.{' '}
          <Link to={back.to} className="text-link">
            Manage Products
          </Link>
        </p>
      )}
      <Loaded query={categories} what="the categories" shape="section">
        {(all) => (
          <ProductForm
            key={added}
            categories={all}
            draftId={original ? `copy of ${original._id}` : 'new'}
            {...(original && { initial: { ...valuesOf(original), sku: '', mpn: '', available: '' } })}
            action="Add Product"
            send={send}
            onSaved={finish}
          />
        )}
      </Loaded>
    </>
  );
}
