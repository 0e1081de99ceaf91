import { useSyncExternalStore } from 'react';
import { getQuestion, subscribeToQuestion } from '../proof-question.ts';
import { OnDemand } from '../ui/on-demand.tsx';

const loadDialog = () => import('./proof-dialog.tsx');

/** The dialog that a call opens which needs the second factor again. */
export function ProofQuestion() {
  const question = useSyncExternalStore(subscribeToQuestion, getQuestion, () => undefined);
  if (!question) return null;
  return (
    <OnDemand
      load={loadDialog}
      what="the question for your second factor"
      onClose={() => question.answer(false)}
    >
      {({ default: ProofDialog }) => <ProofDialog onAnswer={question.answer} />}
    </OnDemand>
  );
}
