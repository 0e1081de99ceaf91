import { OnDemand } from './on-demand.tsx';
import type { Question } from './reason-form.tsx';

const loadForm = () => import('./reason-form.tsx');

/**
 * Asks for a reason before something is done. Render it only while it is open: what checks forms is loaded then, and pages that only
 * may ask are lighter.
 */
export function ReasonDialog(question: Question) {
  return (
    <OnDemand load={loadForm} what="the question for a reason" onClose={question.onClose}>
      {({ ReasonForm }) => <ReasonForm {...question} />}
    </OnDemand>
  );
}
