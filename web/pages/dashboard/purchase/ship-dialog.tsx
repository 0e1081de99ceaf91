import { useState } from 'react';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { callAsUser } from '../../../user-calls.ts';
import { linesWith } from '../shipping/lines-with.ts';
import { PiecesDialog } from '../shipping/pieces-dialog.tsx';
import { CarrierFields } from './carrier-fields.tsx';

interface Props {
  purchase: PurchaseDetail;
  onClose: () => void;
}

/** Ships all or part of what is here. */
export function ShipDialog({ purchase, onClose }: Props) {
  const [carrier, setCarrier] = useState('');
  const [tracking, setTracking] = useState('');
  return (
    <PiecesDialog
      title={`Ship ${purchase.number}`}
      hint={
        <>
          {purchase.disputed > 0 && (
            <strong className="block text-error">
              This payment is disputed: ship nothing before the bank has decided.
            </strong>
          )}
          {purchase.name} gets one email for this shipment.
        </>
      }
      action="Mark as shipped"
      lines={linesWith(purchase, ({ toShip }) => toShip).map((line) => ({ ...line, first: line.left }))}
      nothingLeft="Nothing is left to ship: somebody has just shipped it."
      scans
      onClose={onClose}
      send={async (lines, idempotencyKey) => {
        const body = { lines: lines.map(({ column: _, ...line }) => line), carrier, tracking };
        await callAsUser('addShipment', { params: { id: purchase._id }, body }, { idempotencyKey });
        return 'Shipped, and told to the buyer';
      }}
    >
      <CarrierFields
        carrier={{ value: carrier, onChange: ({ target }) => setCarrier(target.value) }}
        tracking={{ value: tracking, onChange: ({ target }) => setTracking(target.value) }}
      />
    </PiecesDialog>
  );
}
