import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { UserDetail } from '#contract/accounts/schema.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { personPath } from './path.ts';

/** Whether the person may order, with the button that changes it. */
export function Ordering({ person: { email, blocked } }: { person: UserDetail }) {
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby="ordering" className="sheet grid gap-4 p-5">
      <h2 id="ordering" className="text-lg">
        Ordering
      </h2>
      <div role="status">
        {blocked ? (
          <>
            <p className="wrap-anywhere">
              <strong>Blocked:</strong> <bdi>{blocked.why}</bdi>
            </p>
            <p className="text-muted text-sm">
              By {blocked.by}, {formatMoment(blocked.at)}
            </p>
          </>
        ) : (
          <p>The person may order.</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {!blocked && (
          <Link to={`${personPath(email)}/order`} className="btn btn-primary">
            Place an order
          </Link>
        )}
        <button
          type="button"
          className={`btn btn-quiet ${blocked ? '' : 'text-error'}`}
          onClick={() => setAsking(true)}
        >
          {blocked ? 'Let order again' : 'Block ordering'}
        </button>
      </div>
      {asking && <Change email={email} isBlocking={!blocked} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface ChangeProps {
  email: string;
  isBlocking: boolean;
  onClose: () => void;
}

/** Asks why, and keeps the person from ordering, or lets them again. */
function Change({ email, isBlocking, onClose }: ChangeProps) {
  const client = useQueryClient();
  async function send(why: string) {
    await callAsUser(isBlocking ? 'blockUser' : 'unblockUser', { params: { email }, body: { why } });
    toast.success(isBlocking ? 'Ordering blocked' : 'The person may order again');
    await client.invalidateQueries({ queryKey: ['users'] });
  }
  return (
    <ReasonDialog
      title={isBlocking ? 'Block ordering?' : 'Let this person order again?'}
      action={isBlocking ? 'Block ordering' : 'Let order again'}
      warns={isBlocking}
      hint={isBlocking ? 'The person reads it when they try to order.' : 'It is kept in the log.'}
      send={send}
      onClose={onClose}
    >
      <strong className="break-all font-semibold text-base-content">{email}</strong>{' '}
      {isBlocking
        ? 'places no more orders. What they have ordered stays, and they can pay for it.'
        : 'can place orders at once.'}
    </ReasonDialog>
  );
}
