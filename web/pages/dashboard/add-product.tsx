import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import type { NewProduct } from '#contract/products.ts';
import { callAsUser } from '../../account.ts';
import { RequireAdmin } from '../../session.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { createSubmission } from '../../ui/submission.ts';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { ProductForm } from './product-form.tsx';

export default function AddProductPage() {
  return (
    <RequireAdmin>
      <AddProduct />
    </RequireAdmin>
  );
}

function AddProduct() {
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useFocusLater(heading);
  const [submission] = useState(createSubmission<NewProduct>);
  /** How many were added: a fresh form for each. */
  const [added, setAdded] = useState(0);

  async function add(values: NewProduct) {
    const { body, key } = submission.prepare(values, values);
    try {
      const { insertedId } = await callAsUser('addProduct', { body }, { idempotencyKey: key });
      if (!insertedId) throw new Error('no insertedId');
      submission.settle();
      showSuccess('Product Added SuccessfullY.');
      setAdded((count) => count + 1);
      // The button that was pressed has gone with its form.
      focusHeading();
      client.invalidateQueries({ queryKey: ['products'] });
    } catch (error) {
      submission.settle(error);
      toast.error('Failed to add Product');
      throw error;
    }
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
