import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { User } from '#contract/accounts.ts';
import { callAsUser } from '../../account.ts';

interface Props {
  user: User;
  /** Place in the list, from 1. */
  index: number;
  onRemove: () => void;
}

export function UserRow({ user, index, onRemove }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
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

  return (
    <tr>
      <td className="index number action">{index}</td>
      <td className="lead">{user.email}</td>
      <td>
        {user.role === 'admin' ? (
          <span className="text-muted">Already an Admin</span>
        ) : (
          <button
            type="button"
            className="btn btn-quiet btn-sm justify-self-start"
            aria-label={`Make Admin: ${user.email}`}
            disabled={isPending}
            onClick={() => mutate()}
          >
            Make Admin
          </button>
        )}
      </td>
      <td className="action">
        <button
          type="button"
          className="btn btn-ghost btn-sm justify-self-start text-error"
          aria-label={`Remove User: ${user.email}`}
          onClick={onRemove}
        >
          Remove User
        </button>
      </td>
    </tr>
  );
}
