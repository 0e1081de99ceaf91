import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { countersOf, returnable } from '#contract/purchases/line-pieces.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { changed } from '../../../changed.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { DeletePurchase } from '../delete-purchase.tsx';
import { ordersHome } from '../menu-entries.ts';
import { declinablePieces, formatPieces, owedPieces } from '../returns/owed.ts';
import { ReturnDialog } from '../returns/return-dialogs.tsx';
import { useCan } from '../role.ts';
import { AskCancel } from './cancel-wish.tsx';
import { ChangeLinesDialog } from './change-lines-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { Reorder } from './reorder.tsx';
import { ShipDialog } from './ship-dialog.tsx';

type Open = 'reorder' | 'lines' | 'delete' | 'cancel' | 'ship' | 'refund' | 'decline' | 'return';

/** What can be done with a purchase, the next step first. What gives money back or deletes stands apart from it. */
export function PurchaseActions({ purchase }: { purchase: PurchaseDetail }) {
  const can = useCan();
  const navigate = useNavigate();
  const { to: home } = ordersHome(can);
  // Home, and what books returns in, lead straight to it.
  const { hash } = useLocation();
  const mayRefund = can('order.refund') && purchase.state === 'paid';
  const owed = owedPieces(purchase);
  const mayShip = can('shipment.create') && purchase.toShip > 0;
  const [open, setOpen] = useState<Open | undefined>(() => {
    if (hash === '#again' && can('payment.make', purchase)) return 'reorder';
    if (hash === '#refund' && mayRefund) return 'refund';
    return hash === '#ship' && mayShip ? 'ship' : undefined;
  });
  const mayReturn =
    can('return.ask', purchase) && purchase.lines.some((one) => returnable(countersOf(one)) > 0);
  const mayAskCancel =
    can('purchase.askCancel', purchase) &&
    purchase.state === 'paid' &&
    purchase.shipping !== 'all' &&
    !purchase.cancelAskedAt;
  const close = () => setOpen(undefined);
  const isMine = can('payment.make', purchase);
  const isPaid = purchase.paidAt !== undefined;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isMine && !isPaid && purchase.total > 0 && (
          <Link to={`/dashboard/payment/${purchase._id}`} className="btn btn-primary">
            Payment
          </Link>
        )}
        {mayShip && (
          <button type="button" className="btn btn-primary" onClick={() => setOpen('ship')}>
            Ship
          </button>
        )}
        {mayReturn && (
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('return')}>
            Request a return
          </button>
        )}
        {!isPaid && can('purchase.changeLines', purchase) && (
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('lines')}>
            Change quantities
          </button>
        )}
        {isMine && (
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('reorder')}>
            Reorder
          </button>
        )}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {mayRefund && (
          <button
            type="button"
            className={`btn ${owed > 0 && !mayShip ? 'btn-primary' : 'btn-quiet'}`}
            onClick={() => setOpen('refund')}
          >
            {owed > 0 ? `Refund ${formatPieces(owed)}` : 'Refund'}
          </button>
        )}
        {mayRefund && declinablePieces(purchase) > 0 && (
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('decline')}>
            Do not refund
          </button>
        )}
        {mayAskCancel && (
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('cancel')}>
            Ask to cancel
          </button>
        )}
        {!isPaid && can('purchase.delete', purchase) && (
          <button type="button" className="btn btn-quiet text-error" onClick={() => setOpen('delete')}>
            Delete
          </button>
        )}
      </div>
      {open === 'ship' && <ShipDialog purchase={purchase} onClose={close} />}
      {open === 'refund' && <RefundDialog purchase={purchase} onClose={close} />}
      {open === 'decline' && <DeclineRefund purchase={purchase} onClose={close} />}
      {open === 'cancel' && <AskCancel purchase={purchase} onClose={close} />}
      {open === 'return' && <ReturnDialog purchase={purchase} onClose={close} />}
      {open === 'lines' && <ChangeLinesDialog purchase={purchase} onClose={close} />}
      {open === 'reorder' && <Reorder purchase={purchase} onClose={close} />}
      {open === 'delete' && (
        <DeletePurchase
          purchase={purchase}
          onClose={close}
          onDeleted={() => navigate(home, { replace: true })}
        />
      )}
    </div>
  );
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
