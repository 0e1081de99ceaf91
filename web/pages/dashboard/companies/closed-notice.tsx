import type { ReactNode } from 'react';
import { useActingCompany } from '../../../companies.ts';
import { noticeOf } from './words.ts';

/** Says above every page of the dashboard that the company somebody acts for is closed, so that nothing can be changed there. */
export function ClosedNotice(): ReactNode {
  const company = useActingCompany();
  return (
    <p role="status" className="mb-5 max-w-2xl border-warning border-s-4 ps-3 empty:hidden">
      {company?.state === 'closed' && noticeOf(company)}
    </p>
  );
}
