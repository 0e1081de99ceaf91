import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { useUser } from '../../session.tsx';
import { Demote, Promote } from './change-role.tsx';

interface Props {
  user: User;
  /** Place in the list, from 1. */
  index: number;
  /** The id of the element that explains 'not confirmed'. */
  unproven: string;
  onRemove: () => void;
}

export function UserRow({ user, index, unproven, onRemove }: Props) {
  // Admins cannot take their own role away by mistake.
  const isOwn = useUser().email === user.email;
  const cell = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  /** The role that was changed here. */
  const [changed, setChanged] = useState<User['role']>();

  // The pressed button was removed: the focus moves to its replacement.
  const isChanged = changed !== undefined && changed !== user.role;
  useEffect(() => {
    if (isChanged) cell.current?.querySelector<HTMLElement>('[tabindex], button')?.focus();
  }, [isChanged]);

  const Question = user.role === 'admin' ? Demote : Promote;
  return (
    <tr>
      <td className="index number action">{index}</td>
      <td className="lead">
        <div className="min-w-0">
          <p>{user.email}</p>
          {user.name && (
            <p className="text-muted text-xs">
              <bdi>{user.name}</bdi>
            </p>
          )}
        </div>
      </td>
      <td>
        <div ref={cell} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {user.role === 'admin' ? (
            <>
              <span tabIndex={-1} className="text-muted">
                Already an Admin
              </span>
              {!isOwn && (
                <button
                  type="button"
                  className="btn btn-ghost btn-sm"
                  aria-label={`Take Role Away: ${user.email}`}
                  onClick={() => setAsking(true)}
                >
                  Take Role Away
                </button>
              )}
            </>
          ) : (
            <>
              <button
                type="button"
                className="btn btn-quiet btn-sm"
                aria-label={`Make Admin: ${user.email}`}
                aria-describedby={user.proven ? undefined : unproven}
                disabled={!user.proven}
                onClick={() => setAsking(true)}
              >
                Make Admin
              </button>
              {!user.proven && (
                <span className="text-muted text-xs" title="Address not confirmed">
                  not confirmed
                </span>
              )}
            </>
          )}
        </div>
        {asking && (
          <Question user={user} onClose={() => setAsking(false)} onChanged={() => setChanged(user.role)} />
        )}
      </td>
      <td className="action">
        <button
          type="button"
          className="btn btn-ghost btn-sm text-error"
          aria-label={`Remove User: ${user.email}`}
          onClick={onRemove}
        >
          Remove User
        </button>
      </td>
    </tr>
  );
}
