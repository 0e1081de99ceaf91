import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import type { PageHandle } from '#contract/pages.ts';
import type { NewProduct, ProductChange } from '#contract/products.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { callAsUser } from '../../user-calls.ts';
import { ProductForm } from './product-form.tsx';

export const handle: PageHandle = { may: 'product.add' };

export default function AddProduct() {
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useFocusLater(heading);
  /** The number of products added: each gets a fresh form. */
  const [added, setAdded] = useState(0);

  async function add(typed: ProductChange, idempotencyKey: string) {
    // The form has all required fields.
    const body = typed as NewProduct;
    try {
      const { insertedId } = await callAsUser('addProduct', { body }, { idempotencyKey });
      if (!insertedId) throw new Error('no insertedId');
    } catch (error) {
      toast.error('Failed to add Product');
      throw error;
    }
    showSuccess('Product Added SuccessfullY.');
    setAdded((count) => count + 1);
    // The pressed button was removed with its form.
    focusHeading();
    client.invalidateQueries({ queryKey: ['products'] });
  }

  return (
    <>
      <PageTitle>Add a Product</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="mb-5">
        Add a Product
      </h1>
      <ProductForm key={added} action="Add Product" onSubmit={add} />
    </>
  );
}
