import type { ReactNode } from 'react';
import { OnDemand } from './on-demand.tsx';

const loadForm = () => import('./reason-form.tsx');

export interface Question {
  title: string;
  /** The label of the confirming button. */
  action: string;
  /** Whether the button has the warning style. */
  warns?: boolean;
  /** Who reads the reason. */
  hint: string;
  /** Sends the reason; the dialog closes then, and stays open with the message when it throws. */
  send: (why: string) => Promise<void>;
  onClose: () => void;
  /** What it is about. */
  children: ReactNode;
}

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
