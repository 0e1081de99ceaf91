import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payment } from '#contract/payments/schema.ts';
import { changed } from '../../changed.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { refusalOf } from '../../ui/submission.ts';
import { toast } from '../../ui/toast.ts';
import { callAsUser } from '../../user-calls.ts';

const loadDialog = () => import('./withdraw-refund.tsx');

/** The actions on a stopped refund: retry it, or withdraw it. */
export function StoppedRefund({ payment }: { payment: Payment }) {
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  return (
    <>
      <RetryRefund id={payment._id} />
      {payment.refunding?.canBeWithdrawn && (
        <Button small onClick={() => setAsks(true)}>
          Withdraw the refund
        </Button>
      )}
      {asks && (
        <OnDemand load={loadDialog} what="the question" onClose={close}>
          {({ WithdrawRefund }) => <WithdrawRefund payment={payment} onClose={close} />}
        </OnDemand>
      )}
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
      <ActionButton className="btn btn-quiet btn-sm" busy={isPending} onClick={() => mutate()}>
        Try again
      </ActionButton>
      {error && <FormProblem problem={refusalOf(error)} />}
    </>
  );
}
