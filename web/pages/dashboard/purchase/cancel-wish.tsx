import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { changed } from '../../../changed.ts';
import { Button } from '../../../ui/button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { useCan } from '../role.ts';

interface Props {
  purchase: PurchaseDetail;
  onClose: () => void;
}

/** That the buyer of a paid purchase wants it cancelled, and why. Staff refund it by its actions, or refuse here. */
export function CancelWish({ purchase }: { purchase: PurchaseDetail }) {
  const can = useCan();
  const [isRefusing, setRefusing] = useState(false);
  const { cancelAskedAt, cancelWhy, name } = purchase;
  if (!cancelAskedAt) return null;
  const isMine = can('payment.make', purchase);
  return (
    <section
      aria-label="Cancellation request"
      className="sheet flex flex-wrap items-center gap-x-6 gap-y-3 p-5"
    >
      <div className="me-auto">
        <p className="font-medium">
          {isMine ? 'You ask' : <bdi>{name}</bdi>}
          {!isMine && ' asks'} to cancel this order, since {formatMoment(cancelAskedAt)}
        </p>
        <p dir="auto">{cancelWhy}</p>
        {isMine && <p className="text-muted text-sm">We refund it, or answer by email why we cannot.</p>}
      </div>
      {can('purchase.refuseCancel') && <Button onClick={() => setRefusing(true)}>Refuse</Button>}
      {isRefusing && <RefuseCancel purchase={purchase} onClose={() => setRefusing(false)} />}
    </section>
  );
}

function RefuseCancel({ purchase, onClose }: Props) {
  const client = useQueryClient();
  async function send(why: string) {
    try {
      await callAsUser('refuseCancel', { params: { id: purchase._id }, body: { why } });
    } finally {
      changed(client, 'purchase');
    }
    toast.success('Refused, and told to the buyer');
  }
  return (
    <ReasonDialog
      title="Refuse to cancel this order?"
      action="Refuse"
      hint={`${purchase.name} gets it by email and reads it in the history of the order.`}
      send={send}
      onClose={onClose}
    >
      The order goes on. To cancel it, refund it instead.
    </ReasonDialog>
  );
}

/** Asks the shop to cancel a paid purchase. */
export function AskCancel({ purchase, onClose }: Props) {
  const client = useQueryClient();
  async function send(why: string) {
    try {
      await callAsUser('askCancel', { params: { id: purchase._id }, body: { why } });
    } finally {
      changed(client, 'purchase');
    }
    toast.success('Cancellation requested');
  }
  return (
    <ReasonDialog
      title={`Ask us to cancel ${purchase.number}?`}
      action="Ask to cancel"
      hint="We read it"
      send={send}
      onClose={onClose}
    >
      We refund what has not left yet, or answer by email why we cannot.
    </ReasonDialog>
  );
}
