import { useSearchParams } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { DisputeList } from './dispute-list.tsx';
import { DueRefunds } from './due-refunds.tsx';
import { PaymentProblems } from './payment-problems.tsx';
import { PaymentsToAnswer } from './to-answer.tsx';
import { disputesPath, readView, VIEWS } from './views.ts';

export const handle: PageHandle = { title: 'Disputes and refunds', may: 'payment.read' };

/** Money that banks or buyers want back: what waits for an admin, all disputes, and the refunds that are due. */
export default function Disputes() {
  const [search] = useSearchParams();
  const view = readView(search);
  return (
    <>
      <PageTitle>Disputes and refunds</PageTitle>
      <h1 tabIndex={-1} className="mb-4">
        Disputes and refunds
      </h1>
      <ViewLinks
        label="Disputes and refunds by state"
        isOneLine
        views={VIEWS.map((one) => ({
          label: one.label,
          to: disputesPath(one.view),
          isCurrent: one.view === view,
        }))}
      />
      {view === undefined && (
        <>
          <PaymentsToAnswer />
          <PaymentProblems />
        </>
      )}
      {(view === 'open' || view === 'over') && <DisputeList state={view} />}
      {view === 'refunds' && <DueRefunds />}
    </>
  );
}
