import { formatCount } from '#contract/kernel/money.ts';
import type { Purchase } from '#contract/purchases/schema.ts';
import { SHOWN_BY } from '../../changed.ts';
import { callAsUser } from '../../user-calls.ts';
import { DeleteDialog } from './delete-dialog.tsx';

interface Props {
  purchase: Pick<Purchase, '_id' | 'number' | 'lineCount'>;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation, and deletes an unpaid purchase with all of its lines. */
export function DeletePurchase({ purchase: { _id, number, lineCount }, ...handlers }: Props) {
  return (
    <DeleteDialog
      title="Delete this order?"
      remove={() => callAsUser('deletePurchase', { params: { id: _id } })}
      changes={SHOWN_BY.purchase}
      {...handlers}
    >
      {number}: {lineCount === 1 ? 'its line' : `all ${formatCount(lineCount)} lines`}. Their stock goes back
      on sale.
    </DeleteDialog>
  );
}
