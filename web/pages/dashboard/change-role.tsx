import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { User } from '#contract/accounts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { callAsUser } from '../../user-calls.ts';

interface Props {
  user: User;
  onClose: () => void;
  onChanged: () => void;
}

/** Asks for confirmation, and makes a person an admin. */
export function Promote({ user, onClose, onChanged }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callAsUser('promoteUser', { params: { email: user.email } }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount > 0) {
        toast.success('Successfully made an Admin');
        onChanged();
      } else {
        toast.error('Failed to made an Admin', {
          description: 'Nothing was changed: look at the list again.',
        });
      }
    },
    onError: (error) => toast.error('Failed to made an Admin', { description: error.message }),
    onSettled: () => {
      onClose();
      return client.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <ConfirmDialog
      title="Make this person an admin?"
      action="Make Admin"
      warns={false}
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <Person user={user} /> will see all orders and people, change products, give refunds and make others
      admins.
    </ConfirmDialog>
  );
}

/** Asks for confirmation, and takes a person's admin role away. */
export function Demote({ user, onClose, onChanged }: Props) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callAsUser('demoteUser', { params: { email: user.email } }),
    onSuccess: ({ modifiedCount }) => {
      onClose();
      onChanged();
      if (modifiedCount > 0) toast.success('Admin role taken away');
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  return (
    <ConfirmDialog
      title="Take the admin role away?"
      action="Take Role Away"
      busy={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <Person user={user} /> stays signed in as a customer, and sees nothing of other people any more.
    </ConfirmDialog>
  );
}

/** Returns name and address of a person: 'Ada Quill (ada@example.com)', or only the address without a name. */
function Person({ user: { name, email } }: { user: User }) {
  const address = <strong className="break-all font-semibold text-base-content">{email}</strong>;
  if (!name) return address;
  return (
    <>
      <bdi>{name}</bdi> ({address})
    </>
  );
}
