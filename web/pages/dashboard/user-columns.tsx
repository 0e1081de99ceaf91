import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Role, User } from '#contract/accounts/schema.ts';
import { useUser } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { ChangeRole } from './change-role.tsx';
import type { ListColumn } from './kit/list-table.tsx';
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

/**
 * The columns of the list of users.
 * @param unproven the id of the element that explains 'not confirmed'
 * @param onRemove takes the address of the person who is to be removed
 */
export const columnsOf = (unproven: string, onRemove: (email: string) => void): ListColumn<User>[] => [
  { heading: '#', className: 'number action', cellClass: 'index', cell: (_, index) => index + 1 },
  {
    heading: 'Email',
    cellClass: 'lead',
    cell: ({ email, name }) => (
      <div className="min-w-0">
        <Link to={personPath(email)} className="text-link break-all">
          {email}
        </Link>
        {name && (
          <p className="text-muted text-xs">
            <bdi>{name}</bdi>
          </p>
        )}
      </div>
    ),
  },
  { heading: 'Role', cell: (user) => <RoleOf user={user} unproven={unproven} /> },
  {
    heading: 'Remove',
    cellClass: 'action',
    cell: ({ email }) => (
      <Button
        kind="ghost"
        small
        className="text-error"
        aria-label={`Remove User: ${email}`}
        onClick={() => onRemove(email)}
      >
        Remove User
      </Button>
    ),
  },
];

/** A person's role, and the buttons for others. */
function RoleOf({ user, unproven }: { user: User; unproven: string }) {
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
    <>
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
    </>
  );
}
