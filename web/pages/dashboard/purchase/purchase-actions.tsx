import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { countersOf, returnable } from '#contract/purchases/line-pieces.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { isPayable, isUnaccepted } from '#contract/purchases/states.ts';
import { Button } from '../../../ui/button.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { ordersHome } from '../menu-entries.ts';
import { declinablePieces, formatPieces, owedPieces } from '../returns/owed.ts';
import { useCan } from '../role.ts';
import type { PurchaseAction } from './purchase-dialog.tsx';

const loadDialog = () => import('./purchase-dialog.tsx');

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
  const mayChangeLines = isUnaccepted(purchase.state) && can('purchase.changeLines', purchase);
  const [open, setOpen] = useState<PurchaseAction | undefined>(() => {
    if (hash === '#again' && can('purchase.place', purchase)) return 'reorder';
    if (hash === '#change' && mayChangeLines) return 'lines';
    if (hash === '#refund' && mayRefund) return 'refund';
    return hash === '#ship' && mayShip ? 'ship' : undefined;
  });
  const mayReturn =
    can('return.ask', purchase) && purchase.lines.some((one) => returnable(countersOf(one)) > 0);
  const mayAskCancel =
    can('purchase.askCancel', purchase) &&
    (purchase.state === 'accepted' || purchase.state === 'paid') &&
    purchase.shipping !== 'all' &&
    !purchase.cancelAskedAt;
  function close() {
    setOpen(undefined);
    // What the address has opened does not open again when the page is loaded anew.
    if (hash) navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  }
  const isMine = can('payment.make', purchase);
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isMine && isPayable(purchase) && purchase.total > 0 && (
          <Link to={`/dashboard/payment/${purchase._id}`} className="btn btn-primary">
            Payment
          </Link>
        )}
        {mayShip && (
          <Button kind="primary" onClick={() => setOpen('ship')}>
            Ship
          </Button>
        )}
        {mayReturn && <Button onClick={() => setOpen('return')}>Request a return</Button>}
        {/* What was sent back has it beside what the colleague has said. */}
        {mayChangeLines && purchase.approval !== 'sent_back' && (
          <Button onClick={() => setOpen('lines')}>Change quantities</Button>
        )}
        {can('purchase.place', purchase) && <Button onClick={() => setOpen('reorder')}>Reorder</Button>}
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
          <Button onClick={() => setOpen('decline')}>Do not refund</Button>
        )}
        {mayAskCancel && <Button onClick={() => setOpen('cancel')}>Ask to cancel</Button>}
        {isUnaccepted(purchase.state) && can('purchase.delete', purchase) && (
          <Button className="text-error" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        )}
      </div>
      {open && (
        <OnDemand load={loadDialog} what="the dialog of this action" onClose={close}>
          {({ PurchaseDialog }) => (
            <PurchaseDialog
              action={open}
              purchase={purchase}
              onClose={close}
              onDeleted={() => navigate(home, { replace: true })}
            />
          )}
        </OnDemand>
      )}
    </div>
  );
}
