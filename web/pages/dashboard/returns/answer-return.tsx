import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LONGEST_REASON } from '#contract/kernel/text-limits.ts';
import type { Return, ReturnAnswer } from '#contract/returns/schema.ts';
import { changed } from '../../../changed.ts';
import { ConfirmDialog } from '../../../ui/ask-dialog.tsx';
import { type Refusal, refusalOf } from '../../../ui/submission.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';

type State = ReturnAnswer['state'];

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

/** Asks for the words that go with an answer to a return, and sends both. */
export function Answer({ one, state, onClose }: { one: Return; state: State; onClose: () => void }) {
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
