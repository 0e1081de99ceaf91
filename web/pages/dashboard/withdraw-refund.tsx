import { useQueryClient } from '@tanstack/react-query';
import { formatMoney } from '#contract/kernel/money.ts';
import type { Payment } from '#contract/payments/schema.ts';
import { changed } from '../../changed.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { callAsUser } from '../../user-calls.ts';

/** Asks why the refund of a payment that has stopped is given up, and gives it up. */
export function WithdrawRefund({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const client = useQueryClient();
  async function send(why: string) {
    await callAsUser('withdrawRefund', { params: { id: payment._id }, body: { why } });
    toast.success('Refund withdrawn');
    changed(client, 'refund');
  }
  return (
    <ReasonDialog
      title="Withdraw the refund?"
      action="Withdraw"
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
