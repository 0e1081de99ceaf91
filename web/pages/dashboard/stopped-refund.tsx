import { useState } from 'react';
import type { Payment } from '#contract/payments.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { RetryRefund } from './retry-refund.tsx';

const loadDialog = () => import('./withdraw-refund.tsx');

/** What can be done about the refund of a payment that has stopped. */
export function StoppedRefund({ payment }: { payment: Payment }) {
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  return (
    <>
      <RetryRefund id={payment._id} />
      {payment.refunding?.canBeWithdrawn && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => setAsks(true)}>
          Withdraw the refund
        </button>
      )}
      {asks && (
        <OnDemand load={loadDialog} what="the question" onClose={close}>
          {({ WithdrawRefund }) => <WithdrawRefund payment={payment} onClose={close} />}
        </OnDemand>
      )}
    </>
  );
}
