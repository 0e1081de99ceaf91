import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Role, User } from '#contract/accounts.ts';
import { useUser } from '../../session.tsx';
import { ChangeRole } from './change-role.tsx';
import { personPath } from './person/path.ts';

/** The roles that can be given to who has another one. */
const OFFERS: Record<Role, [to: Role, label: string][]> = {
  customer: [
    ['admin', 'Make Admin'],
    ['staff', 'Make Staff'],
  ],
  staff: [
    ['admin', 'Make Admin'],
    ['customer', 'Remove Role'],
  ],
  admin: [
    ['staff', 'Make Staff'],
    ['customer', 'Remove Role'],
  ],
};

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
  const [asking, setAsking] = useState<Role>();
  /** The role that was changed here. */
  const [changed, setChanged] = useState<User['role']>();

  // The pressed button was removed: the focus moves to its replacement.
  const isChanged = changed !== undefined && changed !== user.role;
  useEffect(() => {
    if (isChanged) cell.current?.querySelector<HTMLElement>('[tabindex], button')?.focus();
  }, [isChanged]);

  return (
    <tr>
      <td className="index number action">{index}</td>
      <td className="lead">
        <div className="min-w-0">
          <Link to={personPath(user.email)} className="text-link break-all">
            {user.email}
          </Link>
          {user.name && (
            <p className="text-muted text-xs">
              <bdi>{user.name}</bdi>
            </p>
          )}
        </div>
      </td>
      <td>
        <div ref={cell} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {user.role === 'admin' && (
            <span tabIndex={-1} className="text-muted">
              Already an Admin
            </span>
          )}
          {user.role === 'staff' && (
            <span tabIndex={-1} className="text-muted">
              Staff
            </span>
          )}
          {!isOwn &&
            OFFERS[user.role].map(([to, label]) => (
              <button
                key={to}
                type="button"
                className={to === 'customer' ? 'btn btn-ghost btn-sm' : 'btn btn-quiet btn-sm'}
                aria-label={`${label}: ${user.email}`}
                aria-describedby={user.proven || to === 'customer' ? undefined : unproven}
                disabled={!user.proven && to !== 'customer'}
                onClick={() => setAsking(to)}
              >
                {label}
              </button>
            ))}
          {user.role === 'customer' && !user.proven && (
            <span className="text-muted text-xs" title="Email address not confirmed">
              not confirmed
            </span>
          )}
        </div>
        {asking && (
          <ChangeRole
            user={user}
            to={asking}
            onClose={() => setAsking(undefined)}
            onChanged={() => setChanged(user.role)}
          />
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
