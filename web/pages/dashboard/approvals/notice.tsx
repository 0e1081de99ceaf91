import { Link } from 'react-router';
import { written } from '../../../translate.ts';
import { APPROVALS } from '../menu-entries.ts';
import { useWaitingForMe } from './queries.ts';
import { t } from './words.ts';

/** Tells an approver above the orders how many wait, with a link. */
export function ApprovalsNotice() {
  const count = useWaitingForMe().length;
  return (
    <p role="status" className="mb-5 max-w-xl border-warning border-s-4 ps-3 empty:hidden">
      {count > 0 && (
        <Link to={APPROVALS} className="text-link">
          {t('count', { count })}
        </Link>
      )}
    </p>
  );
}

/** The number of orders that wait for an approver; nothing for none. */
export function ApprovalsBadge() {
  const count = useWaitingForMe().length;
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden="true" className="badge badge-warning badge-sm num ms-2">
        {written.count(count)}
      </span>
      <span className="sr-only">: {t('count', { count })}</span>
    </>
  );
}
