import { useQueryClient } from '@tanstack/react-query';
import type { PurchaseDetail } from '#contract/purchases.ts';
import { changed } from '../../../changed.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { declinablePieces, formatPieces } from '../returns/owed.ts';

/** Asks why what came back of a purchase is not refunded, and says so to the buyer. */
export function DeclineRefund({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const client = useQueryClient();
  const pieces = declinablePieces(purchase);
  async function send(why: string) {
    try {
      await callAsUser('declineRefund', { params: { id: purchase._id }, body: { pieces, why } });
    } finally {
      changed(client, 'purchase');
    }
    toast.success('Noted, and told to the buyer');
  }
  return (
    <ReasonDialog
      title={`No refund for ${formatPieces(pieces)}?`}
      action="Do not refund"
      warns
      hint={`${purchase.name} gets it by email and reads it in the history of the order.`}
      send={send}
      onClose={onClose}
    >
      <p>
        {formatPieces(pieces)} came back and {pieces === 1 ? 'is' : 'are'} not refunded. The money stays with
        the shop, and the order is not listed to refund any more. A refund is still possible later.
      </p>
    </ReasonDialog>
  );
}
