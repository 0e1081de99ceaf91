import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { countersOf, returnable } from '#contract/line-pieces.ts';
import { LONGEST_CONDITION, LONGEST_OF_SHIPMENT } from '#contract/purchase-limits.ts';
import type { PurchaseDetail } from '#contract/purchases.ts';
import type { Return } from '#contract/returns.ts';
import { LONGEST_REASON } from '#contract/text-limits.ts';
import { carriers } from '../../../../content/carriers.ts';
import { purchase as purchaseQuery } from '../../../queries.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { sendPictures } from '../returns/picture-calls.ts';
import { PictureChoice } from '../returns/return-pictures.tsx';
import { useCan } from '../role.ts';
import { PiecesDialog } from '../shipping/pieces-dialog.tsx';
import type { Sent } from '../shipping/use-pieces.ts';
import { linesWith } from './lines-with.ts';
import { formatPieces, owedPieces } from './owed.ts';

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

/** Asks to send pieces back; staff's are accepted at once. */
export function ReturnDialog({ purchase, onClose }: Props) {
  const isByStaff = useCan()('return.answer');
  const [reason, setReason] = useState('');
  /** Those of lines that have one of their own, by order. */
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const lines = linesWith(purchase, (line) => returnable(countersOf(line)));
  const [pictures, setPictures] = useState<File[]>([]);
  return (
    <PiecesDialog
      title="Return pieces"
      hint={
        isByStaff
          ? `Say which pieces come back, and why. The return is accepted at once, and ${purchase.name} gets a mail.`
          : 'Say which pieces come back, and why. We answer by mail, then send them to us.'
      }
      action={isByStaff ? 'Accept the return' : 'Ask for the return'}
      lines={lines}
      nothingLeft="Nothing is left to return."
      onClose={onClose}
      send={async (pieces, idempotencyKey) => {
        const lines = pieces.map(({ column: _, ...line }) => ({
          ...line,
          reason: reasons[line.orderId]?.trim() || reason,
        }));
        const input = { params: { id: purchase._id }, body: { lines } };
        const { insertedId } = await callAsUser('addReturn', input, { idempotencyKey });
        // The return is asked for, whatever becomes of its pictures: they can be added there.
        const problems = await sendPictures(insertedId, pictures);
        if (problems.length > 0)
          toast.error('The return has no such picture yet. Add it there.', {
            description: problems.join(' '),
          });
        return isByStaff ? 'Accepted, and told to the buyer' : 'Your return is with us';
      }}
      {...(lines.length > 1 && {
        besides: ({ orderId, name }) => (
          <input
            name={`reason-${orderId}`}
            className="input input-sm pieces-besides"
            aria-label={`Reason for ${name}`}
            placeholder={reason || 'Another reason'}
            maxLength={LONGEST_REASON}
            value={reasons[orderId] ?? ''}
            onChange={({ target }) => setReasons((before) => ({ ...before, [orderId]: target.value }))}
          />
        ),
      })}
    >
      <TextField
        label="Reason"
        name="reason"
        {...(lines.length > 1 && { hint: 'For all lines; one with another reason says it below its name.' })}
        maxLength={LONGEST_REASON}
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <PictureChoice seenBy={isByStaff ? 'the buyer' : 'you'} files={pictures} onChange={setPictures} />
    </PiecesDialog>
  );
}

/** Books in what came back of a return, by its condition. */
export function ReceiveDialog({ one, onClose }: { one: Return; onClose: () => void }) {
  const can = useCan();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [condition, setCondition] = useState('damaged');
  /** The next step, where money is owed for what came back. It has come back, whether that can be read or not. */
  async function offerRefund(): Promise<Sent['action']> {
    const purchase = await client
      .fetchQuery({ ...purchaseQuery(one.purchaseId), staleTime: 0 })
      .catch(() => undefined);
    const owed = purchase?.state === 'paid' ? owedPieces(purchase) : 0;
    if (owed === 0) return undefined;
    const onClick = () => navigate(`/dashboard/purchases/${one.purchaseId}#refund`);
    return { label: `Refund ${formatPieces(owed)}`, onClick };
  }
  const lines = one.lines
    .map(({ orderId, productName: name, sku, quantity, received }) => ({
      orderId,
      name,
      sku,
      left: quantity - received,
    }))
    .filter(({ left }) => left > 0);
  return (
    <PiecesDialog
      title={`Receive the return of ${one.purchaseNumber}`}
      hint="Pieces as new go on sale again at once. The money goes back by Refund."
      action="Book in"
      columns={['As new', 'Not for sale']}
      lines={lines}
      nothingLeft="Nothing is left to receive: somebody has just booked it in."
      onClose={onClose}
      send={async (pieces, idempotencyKey) => {
        const body = {
          lines: pieces.map(({ column, ...line }) =>
            column === 0
              ? { ...line, condition: 'as new', restock: true }
              : { ...line, condition, restock: false },
          ),
        };
        await callAsUser('receiveReturn', { params: { id: one._id }, body }, { idempotencyKey });
        return { title: 'Booked in', action: can('order.refund') ? await offerRefund() : undefined };
      }}
    >
      <TextField
        label="Condition of those that are not for sale"
        name="condition"
        maxLength={LONGEST_CONDITION}
        value={condition}
        onChange={({ target }) => setCondition(target.value)}
      />
    </PiecesDialog>
  );
}
