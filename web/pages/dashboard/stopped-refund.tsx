import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '#contract/money.ts';
import type { Payment } from '#contract/payments.ts';
import { changed } from '../../changed.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { callAsUser } from '../../user-calls.ts';
import { RetryRefund } from './retry-refund.tsx';

/** What can be done about the refund of a payment that has stopped. */
export function StoppedRefund({ payment }: { payment: Payment }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <RetryRefund id={payment._id} />
      {payment.refunding?.canBeWithdrawn && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => setAsks(true)}>
          Give up the refund
        </button>
      )}
      {asks && <WithdrawRefund payment={payment} onClose={() => setAsks(false)} />}
    </>
  );
}

function WithdrawRefund({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const client = useQueryClient();
  async function send(why: string) {
    await callAsUser('withdrawRefund', { params: { id: payment._id }, body: { why } });
    toast.success('Refund given up');
    changed(client, 'refund');
  }
  return (
    <ReasonDialog
      title="Give up the refund?"
      action="Give up"
      warns
      hint="The buyer reads it in the history of the order."
      send={send}
      onClose={onClose}
    >
      <p>
        {formatMoney(payment.refunding!.amount)} stay with the shop, and the order stays paid: what is not
        shipped is to ship. You can refund it again later.
      </p>
    </ReasonDialog>
  );
}
