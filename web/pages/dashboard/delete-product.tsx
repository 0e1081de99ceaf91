import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Product } from '#contract/products.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import { callAsUser } from '../../user-calls.ts';

interface Props {
  product: Product;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation, and removes a product from the catalogue. */
export function DeleteProduct({ product, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('removeProduct', { params: { id: product._id } }),
    onSuccess: ({ deletedCount }) => {
      onClose();
      onDeleted();
      if (deletedCount > 0) showSuccess('Deleted SuccessfullY.');
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['products'] }),
  });

  return (
    <ConfirmDialog
      title="Delete this product?"
      action="Delete"
      busy={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {product.name} leaves the catalogue. Orders for it stay.
    </ConfirmDialog>
  );
}
