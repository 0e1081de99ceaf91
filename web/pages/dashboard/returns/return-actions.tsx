import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LONGEST_REASON } from '#contract/kernel/text-limits.ts';
import type { Return, ReturnAnswer } from '#contract/returns/schema.ts';
import { isReturnOpen } from '#contract/returns/states.ts';
import { changed } from '../../../changed.ts';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { type Refusal, refusalOf } from '../../../ui/submission.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { useCan } from '../role.ts';
import { ReceiveDialog } from './return-dialogs.tsx';

type State = ReturnAnswer['state'];

/**
 * What staff can do about open returns: the buttons of each, and the dialogs that they open, which stay although the return has gone
 * from a list meanwhile.
 */
export function useReturnActions(): { actionsOf: (one: Return) => ReactNode; dialogs: ReactNode } {
  const can = useCan();
  const [answering, setAnswering] = useState<{ one: Return; state: State }>();
  const [receiving, setReceiving] = useState<Return>();
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
      {answering && <Answer {...answering} onClose={() => setAnswering(undefined)} />}
      {receiving && <ReceiveDialog one={receiving} onClose={() => setReceiving(undefined)} />}
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
    <button type="button" className="btn btn-quiet btn-sm" onClick={onClick}>
      {label}
      <span className="sr-only"> the return of {of.purchaseNumber}</span>
    </button>
  );
}

const ANSWERS: Record<State, { title: string; action: string; said: string; field: string }> = {
  accepted: {
    title: 'Accept this return?',
    action: 'Accept',
    said: 'Accepted',
    field: 'Where to send them (optional)',
  },
  declined: { title: 'Decline this return?', action: 'Decline', said: 'Declined', field: 'Why' },
  closed: { title: 'Close this return?', action: 'Close', said: 'Closed', field: 'Why (optional)' },
};

function Answer({ one, state, onClose }: { one: Return; state: State; onClose: () => void }) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState('');
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);
  const { title, action, said, field } = ANSWERS[state];
  async function send() {
    setBusy(true);
    try {
      await callAsUser('answerReturn', { params: { id: one._id }, body: { state, answer } });
      toast.success(`${said}, and told to the buyer`);
      onClose();
    } catch (error) {
      setRefusal(refusalOf(error, ['answer']));
    } finally {
      setBusy(false);
      changed(client, 'purchase');
    }
  }
  return (
    <ConfirmDialog
      title={title}
      action={action}
      warns={state !== 'accepted'}
      busy={isBusy}
      problem={refusal?.message}
      onConfirm={send}
      onClose={onClose}
    >
      {one.name} gets an email with your answer.
      <TextField
        label={field}
        error={refusal?.atFields?.[0]?.message}
        className="mt-3"
        maxLength={LONGEST_REASON}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
    </ConfirmDialog>
  );
}
