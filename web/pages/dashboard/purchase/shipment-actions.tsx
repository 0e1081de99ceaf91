import { useState } from 'react';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import type { Shipment } from '#contract/shipping/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';

const loadDialogs = () => import('./shipment-dialogs.tsx');

interface Props {
  shipment: Shipment;
  purchase: PurchaseDetail;
}

/** What staff can still do about a shipment: correct its tracking, or cancel it before it has left. */
export function ShipmentActions({ shipment, purchase }: Props) {
  const [open, setOpen] = useState<'tracking' | 'cancel'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button small onClick={() => setOpen('tracking')}>
        Correct the tracking
      </Button>
      {(purchase.state === 'accepted' || purchase.state === 'paid') && (
        <Button small onClick={() => setOpen('cancel')}>
          Cancel the shipment
        </Button>
      )}
      {open && (
        <OnDemand load={loadDialogs} what="the dialog of this shipment" onClose={close}>
          {({ TrackingDialog, CancelDialog }) =>
            open === 'tracking' ? (
              <TrackingDialog shipment={shipment} onClose={close} />
            ) : (
              <CancelDialog shipment={shipment} purchase={purchase} onClose={close} />
            )
          }
        </OnDemand>
      )}
    </>
  );
}
