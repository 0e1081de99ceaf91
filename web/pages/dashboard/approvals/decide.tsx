import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { NewApproval } from '#contract/purchases/approvals.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { purchase as purchaseQuery } from '../../../buyer-queries.ts';
import { changed } from '../../../changed.ts';
import { written } from '../../../translate.ts';
import { ActionButton, SubmitButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { type Refusal, refusalOf } from '../../../ui/submission.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { callAsUser } from '../../../user-calls.ts';
import { t } from './words.ts';

type Verdict = NewApproval['verdict'];

const LONGEST_NOTE = 1_000;

const versionOf = ({ revision = 0, hash = '' }: PurchaseDetail) => ({ revision, hash });

/**
 * A verdict about a purchase as it was when its page was opened. Where it has changed since, the first press says so and sends
 * nothing; the next one is about what is shown then. The note stays until it is sent.
 */
export function useDecision(purchase: PurchaseDetail) {
  const { _id: id, name, number } = purchase;
  const client = useQueryClient();
  const focusHeading = useFocusLater();
  const [seen, setSeen] = useState(versionOf(purchase));
  const [note, setNote] = useState('');
  const [sending, setSending] = useState<Verdict>();
  /** The person has said what they had to say. */
  const [isDecided, setDecided] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [attempt, setAttempt] = useState(0);

  function tellChanged(now: PurchaseDetail) {
    setSeen(versionOf(now));
    setRefusal({ message: now.approvals?.isMine ? t('changed') : t('changed.over') });
  }

  async function send(verdict: Verdict) {
    if (sending) return;
    setAttempt(attempt + 1);
    setRefusal(undefined);
    const now = versionOf(purchase);
    if (now.revision !== seen.revision || now.hash !== seen.hash) return tellChanged(purchase);
    setSending(verdict);
    let isStale = false;
    try {
      const body = { ...seen, verdict, note: note.trim() || undefined };
      const { state } = await callAsUser('decideApproval', { params: { id }, body });
      setNote('');
      setDecided(true);
      if (verdict === 'send_back') toast.success(t('sendBack.done', { name }));
      else
        toast.success(
          state === 'to_pay' ? t('approve.done', { name, number }) : t('approve.more', { number }),
        );
      focusHeading();
    } catch (error) {
      isStale = error instanceof ApiProblem && error.code === 'changed';
      if (!isStale) setRefusal(refusalOf(error));
    }
    changed(client, 'purchase');
    // Until it is read again, what is shown is what was decided on.
    const fresh = await client.fetchQuery({ ...purchaseQuery(id), staleTime: 0 }).catch(() => undefined);
    if (isStale) tellChanged(fresh ?? purchase);
    setSending(undefined);
  }

  return { note, setNote, send, sending, isDecided, refusal, attempt };
}

interface Props {
  purchase: PurchaseDetail;
  decision: ReturnType<typeof useDecision>;
}

/** The form by which a colleague's purchase is approved, or sent back with a note. */
export function Decide({ purchase: { name, total }, decision }: Props) {
  const { note, setNote, send, sending, refusal, attempt } = decision;
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  function sendBack() {
    if (note.trim() !== '') return send('send_back');
    setProblem(t('note.missing'));
    field.current?.focus();
  }

  return (
    <form
      method="post"
      noValidate
      className="screen-only grid gap-3 border-base-300 p-5 max-xl:border-t"
      aria-label={t('yours')}
      onSubmit={(event) => {
        event.preventDefault();
        send('approve');
      }}
    >
      <TextArea
        label={t('note', { name })}
        hint={t('note.hint')}
        error={problem}
        ref={field}
        dir="auto"
        rows={2}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={({ target }) => {
          setNote(target.value);
          setProblem(undefined);
        }}
      />
      <FormProblem problem={refusal} attempt={attempt} focused />
      <div className="flex flex-wrap gap-3">
        <SubmitButton className="min-h-11 max-sm:w-full" busy={sending !== undefined}>
          {t('approve', { total: written.money(total) })}
        </SubmitButton>
        <ActionButton className="min-h-11 max-sm:w-full" busy={sending !== undefined} onClick={sendBack}>
          {t('sendBack')}
        </ActionButton>
      </div>
      {note !== '' && !sending && <LeaveGuard unsaved={1} />}
    </form>
  );
}
