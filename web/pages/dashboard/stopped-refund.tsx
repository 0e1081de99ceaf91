import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '#contract/kernel/money.ts';
import type { Payment } from '#contract/payments/schema.ts';
import { changed } from '../../changed.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { refusalOf } from '../../ui/submission.ts';
import { toast } from '../../ui/toast.ts';
import { callAsUser } from '../../user-calls.ts';

/** The actions on a stopped refund: retry it, or withdraw it. */
export function StoppedRefund({ payment }: { payment: Payment }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <RetryRefund id={payment._id} />
      {payment.refunding?.canBeWithdrawn && (
        <Button small onClick={() => setAsks(true)}>
          Withdraw the refund
        </Button>
      )}
      {asks && <WithdrawRefund payment={payment} onClose={() => setAsks(false)} />}
    </>
  );
}

/** Retries a stopped refund, by the id of its payment. The payment provider's answer appears below. */
function RetryRefund({ id }: { id: string }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('retryRefund', { params: { id } }),
    onSuccess: () => {
      toast.success('Refunded');
    },
    onSettled: () => {
      changed(client, 'refund');
    },
  });
  return (
    <>
      <ActionButton small busy={isPending} onClick={() => mutate()}>
        Try again
      </ActionButton>
      {error && <FormProblem problem={refusalOf(error)} />}
    </>
  );
}

/** Asks why the refund of a payment that has stopped is given up, and gives it up. */
function WithdrawRefund({ payment, onClose }: { payment: Payment; onClose: () => void }) {
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
