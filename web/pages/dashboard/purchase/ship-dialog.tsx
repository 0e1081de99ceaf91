import { useId, useState } from 'react';
import { LONGEST_OF_SHIPMENT } from '#contract/purchase-limits.ts';
import type { PurchaseDetail } from '#contract/purchases.ts';
import { carriers } from '../../../../content/carriers.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { PiecesDialog } from '../shipping/pieces-dialog.tsx';
import { linesWith } from './lines-with.ts';

interface Props {
  purchase: PurchaseDetail;
  onClose: () => void;
}

/** Ships all or part of what is here. */
export function ShipDialog({ purchase, onClose }: Props) {
  const list = useId();
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
          {purchase.name} gets one mail for this shipment.
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
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Carrier (optional)"
          name="carrier"
          list={list}
          maxLength={LONGEST_OF_SHIPMENT.carrier}
          value={carrier}
          onChange={({ target }) => setCarrier(target.value)}
        />
        <TextField
          label="Tracking number (optional)"
          name="tracking"
          maxLength={LONGEST_OF_SHIPMENT.tracking}
          value={tracking}
          onChange={({ target }) => setTracking(target.value)}
        />
        <datalist id={list}>
          {carriers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    </PiecesDialog>
  );
}
