import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { toast } from 'sonner';
import type { User } from '#contract/accounts.ts';
import { callAsUser } from '../../account.ts';
import { ActionButton } from '../../ui/action-button.tsx';

interface Props {
  user: User;
  /** Place in the list, from 1. */
  index: number;
  onRemove: () => void;
}

export function UserRow({ user, index, onRemove }: Props) {
  const client = useQueryClient();
  const text = useRef<HTMLSpanElement>(null);
  const reason = useId();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => callAsUser('promoteUser', { params: { email: user.email } }),
    onSuccess: ({ modifiedCount }) =>
      modifiedCount > 0
        ? toast.success('Successfully made an Admin')
        : toast.error('Failed to made an Admin', {
            description: 'Nothing was changed: look at the list again.',
          }),
    onError: (error) => toast.error('Failed to made an Admin', { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });

  // The button that was pressed has gone: the focus goes on from the text in its place.
  const promoted = isSuccess && user.role === 'admin';
  useEffect(() => {
    if (promoted) text.current?.focus();
  }, [promoted]);

  return (
    <tr>
      <td className="index number action">{index}</td>
      <td className="lead">{user.email}</td>
      <td>
        {user.role === 'admin' ? (
          <span ref={text} tabIndex={-1} className="text-muted">
            Already an Admin
          </span>
        ) : (
          <>
            <ActionButton
              className="btn btn-quiet btn-sm"
              aria-label={`Make Admin: ${user.email}`}
              aria-describedby={user.proven ? undefined : reason}
              disabled={!user.proven}
              busy={isPending}
              onClick={() => mutate()}
            >
              Make Admin
            </ActionButton>
            {!user.proven && (
              <span id={reason} className="block max-w-60 pt-1 text-muted text-sm">
                Address not confirmed: its owner can confirm it on My Profile.
              </span>
            )}
          </>
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
