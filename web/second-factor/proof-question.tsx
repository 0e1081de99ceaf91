import { lazy, Suspense, useSyncExternalStore } from 'react';
import { getQuestion, subscribeToQuestion } from '../proof-question.ts';

const ProofDialog = lazy(() => import('./proof-dialog.tsx'));

/** The dialog that a call opens which needs the second factor again. */
export function ProofQuestion() {
  const question = useSyncExternalStore(subscribeToQuestion, getQuestion, () => undefined);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <ProofDialog onAnswer={question.answer} />
    </Suspense>
  );
}
