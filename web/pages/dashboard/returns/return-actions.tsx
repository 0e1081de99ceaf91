import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Return, ReturnAnswer } from '#contract/returns/schema.ts';
import { isReturnOpen } from '#contract/returns/states.ts';
import { changed } from '../../../changed.ts';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { refusalOf } from '../../../ui/submission.ts';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { useCan } from '../role.ts';

type State = ReturnAnswer['state'];

const loadAnswer = () => import('./answer-return.tsx');
const loadDialogs = () => import('./return-dialogs.tsx');

/**
 * What staff can do about open returns: the buttons of each, and the dialogs that they open, which stay although the return has gone
 * from a list meanwhile.
 */
export function useReturnActions(): { actionsOf: (one: Return) => ReactNode; dialogs: ReactNode } {
  const can = useCan();
  const [answering, setAnswering] = useState<{ one: Return; state: State }>();
  const [receiving, setReceiving] = useState<Return>();
  const stopAnswering = () => setAnswering(undefined);
  const stopReceiving = () => setReceiving(undefined);
  function actionsOf(one: Return) {
    if (!can('return.receive') || !isReturnOpen(one.state)) return null;
    const isAsked = one.state === 'asked';
    const answer = (state: State) => setAnswering({ one, state });
    return (
      <div className="flex gap-1 max-lg:flex-wrap">
        {isAsked && (
          <>
            <ReturnButton label="Accept" of={one} onClick={() => answer('accepted')} />
            <ReturnButton label="Decline" of={one} onClick={() => answer('declined')} />
          </>
        )}
        <ReturnButton label="Receive" of={one} onClick={() => setReceiving(one)} />
        {!isAsked && <ReturnButton label="Close" of={one} onClick={() => answer('closed')} />}
      </div>
    );
  }
  const dialogs = (
    <>
      {answering && (
        <OnDemand load={loadAnswer} what="the answer to this return" onClose={stopAnswering}>
          {({ Answer }) => <Answer {...answering} onClose={stopAnswering} />}
        </OnDemand>
      )}
      {receiving && (
        <OnDemand load={loadDialogs} what="the form that receives this return" onClose={stopReceiving}>
          {({ ReceiveDialog }) => <ReceiveDialog one={receiving} onClose={stopReceiving} />}
        </OnDemand>
      )}
    </>
  );
  return { actionsOf, dialogs };
}

/** Lets the buyer of a return withdraw it, before pieces of it have come in. */
export function WithdrawReturn({ one }: { one: Return }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function withdraw() {
    setBusy(true);
    try {
      await callAsUser('withdrawReturn', { params: { id: one._id } });
      toast.success('Your return is withdrawn');
      setAsking(false);
    } catch (error) {
      setProblem(refusalOf(error).message);
    } finally {
      setBusy(false);
      changed(client, 'purchase');
    }
  }
  return (
    <>
      <ReturnButton label="Withdraw" of={one} onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title="Withdraw this return?"
          action="Withdraw"
          busy={isBusy}
          problem={problem}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        >
          You keep the parts. You can ask to send them back again later.
        </ConfirmDialog>
      )}
    </>
  );
}

function ReturnButton({ label, of, onClick }: { label: string; of: Return; onClick: () => void }) {
  return (
    <Button small onClick={onClick}>
      {label}
      <span className="sr-only"> the return of {of.purchaseNumber}</span>
    </Button>
  );
}
