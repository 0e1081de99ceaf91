import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { myCompanies } from '../../../companies.ts';
import { useUser } from '../../../session.tsx';
import { noticeOf } from './words.ts';

/** Says above every page of the dashboard that the company somebody acts for is closed, so that nothing can be changed there. */
export function ClosedNotice(): ReactNode {
  const { email, buyerId } = useUser();
  const companies = useQuery(myCompanies(email)).data;
  const closed = companies?.find(({ _id, state }) => _id === buyerId && state === 'closed');
  return (
    <p role="status" className="mb-5 max-w-2xl border-warning border-s-4 ps-3 empty:hidden">
      {closed && noticeOf(closed)}
    </p>
  );
}
