import { useQueryClient } from '@tanstack/react-query';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { changed } from '../../../changed.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { DeletePurchase } from '../delete-purchase.tsx';
import { declinablePieces, formatPieces } from '../returns/owed.ts';
import { ReturnDialog } from '../returns/return-dialogs.tsx';
import { AskCancel } from './cancel-wish.tsx';
import { ChangeLinesDialog } from './change/lines-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { Reorder } from './reorder.tsx';
import { ShipDialog } from './ship-dialog.tsx';

/** What asks something before it is done to a purchase. */
export type PurchaseAction =
  | 'reorder'
  | 'lines'
  | 'delete'
  | 'cancel'
  | 'ship'
  | 'refund'
  | 'decline'
  | 'return';

interface Props {
  action: PurchaseAction;
  purchase: PurchaseDetail;
  onClose: () => void;
  onDeleted: () => void;
}

/** The dialog of an action. The page loads all of them when the first one is opened. */
export function PurchaseDialog({ action, onDeleted, ...of }: Props) {
  if (action === 'ship') return <ShipDialog {...of} />;
  if (action === 'refund') return <RefundDialog {...of} />;
  if (action === 'decline') return <DeclineRefund {...of} />;
  if (action === 'cancel') return <AskCancel {...of} />;
  if (action === 'return') return <ReturnDialog {...of} />;
  if (action === 'lines') return <ChangeLinesDialog {...of} />;
  if (action === 'reorder') return <Reorder {...of} />;
  return <DeletePurchase {...of} onDeleted={onDeleted} />;
}

/** Asks why what came back of a purchase is not refunded, and says so to the buyer. */
function DeclineRefund({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
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
